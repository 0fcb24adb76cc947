"""What Pellmell costs: time, memory and bytes, measured on the machine at hand."""
