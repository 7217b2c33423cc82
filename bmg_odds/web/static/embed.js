// The view for blogs.
