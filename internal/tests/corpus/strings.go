package corpus

// Scripts maps the names of Unicode blocks to sample texts: long strings, all non-ASCII or all escaped.
type Scripts map[string]string
