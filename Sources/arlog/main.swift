import EventLog
print("arlog")
