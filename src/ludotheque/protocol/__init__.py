"""Messages between server, browser and programs: socket messages, HTTP bodies, and their schemas."""
