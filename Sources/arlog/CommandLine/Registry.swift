/// The commands there are, in the order in which help lists them. Adding one is adding its file and a line here.
enum Registry {
    static var commands: [any Command.Type] {
        [
            ImportCommand.self,
            CatCommand.self,
            InfoCommand.self,
            RecordsCommand.self,
            VerifyCommand.self,
            SealCommand.self,
            RecoverCommand.self,
            CompactCommand.self,
            CheckCommand.self,
            ReportCommand.self,
            RulesCommand.self,
            AnchorsCommand.self,
            TraceCommand.self,
            ReplayCommand.self,
            WhyCommand.self,
            ExportCommand.self,
            ShrinkCommand.self,
            TestcaseCommand.self,
            SchemaCommand.self,
            CompletionCommand.self,
        ]
    }
}
