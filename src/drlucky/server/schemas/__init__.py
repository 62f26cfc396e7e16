"""What is asked and answered over HTTP, as typed structs. The OpenAPI description is made from them."""
