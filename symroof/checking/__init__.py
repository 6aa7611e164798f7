"""What people wrote, judged: answers and whole documents."""
