import Projections
import TestSupport

extension OwnCases {
    /// Apps that greet their user with a card, and give a wand into the hand.
    static let onboarding: [OwnCase] = [
        OwnCase(
            "The update that gives the wand ran twice before it had seen its own work.",
            finds: [found("duplicate-node", .error, at: 8)]
        ) {
            opened(device: "wizard-phone")
            starts(0.2, source: "appear")
            changed(2, "onboardingChoice", "undecided", to: "summonWand")
            userAction(2.1, "summon")
            nodeAttached(2.2, "wand-1", "camera", key: "wand")
            nodeAttached(2.25, "wand-2", "camera", key: "wand")
            frames(3, 9)
            closed(9)
        },
        OwnCase("Summoned, dismissed, summoned: one wand at a time.") {
            opened(device: "wizard-phone")
            starts(0.2, source: "appear")
            changed(2, "onboardingChoice", "undecided", to: "summonWand")
            nodeAttached(2.2, "wand-1", "camera", key: "wand")
            changed(6, "onboardingChoice", "summonWand", to: "noWand")
            nodeDetached(6.1, "wand-1")
            changed(9, "onboardingChoice", "noWand", to: "summonWand")
            nodeAttached(9.2, "wand-2", "camera", key: "wand")
            frames(10, 15)
            closed(15)
        },
        OwnCase("The old wand is only hidden while the new one flies in.") {
            opened(device: "wizard-phone")
            starts(0.2, source: "appear")
            nodeAttached(2.2, "wand-1", "camera", key: "wand")
            nodeShown(6, "wand-1", false)
            nodeAttached(6.1, "wand-2", "camera", key: "wand")
            frames(10, 15)
            closed(15)
        },
        OwnCase(
            "The card was never shown: loading led straight to done.",
            finds: [found("illegal-transition", .error, at: 4)]
        ) {
            opened(device: "wizard-phone")
            run(0.2, source: "appear")
            changed(1, "onboarding", "done", to: "loadingAR")
            changed(3, "onboarding", "loadingAR", to: "done")
            closed(9)
        },
        OwnCase(
            "Two copies of the onboarding are alive, each telling its own story.",
            finds: [found("broken-trace", .warning, at: 4)]
        ) {
            opened(device: "wizard-phone")
            run(0.2, source: "appear")
            changed(1, "onboarding", "loadingAR", to: "onboarding")
            changed(3, "onboarding", "loadingAR", to: "onboarding")
            closed(9)
        },
        OwnCase("The coaching overlay's Start Over ran the session; the app cleaned up with it.") {
            opened(device: "wizard-phone")
            starts(0.2, source: "appear")
            anchorAdded(4, "spot", "anchor", key: "cauldron", origin: "app")
            nodeAttached(4.1, "cauldron", to: "spot", key: "cauldron")
            run(20, options: ["resetTracking", "removeExistingAnchors"], source: "coaching-overlay")
            nodeDetached(20.02, "cauldron")
            tablesCleared(20.03, count: 1)
            run(20.3, source: "appear")
            anchorAdded(25, "floor", "plane")
            frames(26, 30)
            closed(30)
        },
    ]
}
