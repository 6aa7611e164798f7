"""Objects to what people read: LaTeX, pages, documents, plots."""
