"""Tables: opening, playing, showing, replaying and archiving them."""
