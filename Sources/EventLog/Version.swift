/// The version that `arlog --version`, the recorder and every written file name.
public enum ArlogVersion {
    public static let string = "0.1.0"
}
