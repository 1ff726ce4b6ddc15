"""The Share control: an address that reopens what is on the screen, its QR code, a picture."""
