"""The table in a real browser: a package, so that Chromium is started once for all of it."""
