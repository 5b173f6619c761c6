public enum TestPlaceholder {}
