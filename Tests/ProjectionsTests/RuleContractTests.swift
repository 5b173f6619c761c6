import EventLog
import Testing

@testable import Projections

/// What the manual promises of each rule besides its limits: the severities it may have, and the families without which
/// it is not judged. Who changes a line makes checks pass or fail that did not.
struct RuleContractTests {
    private typealias Contract = (severity: Severity, highest: Severity, needs: EnumSet<EventFamily>)

    private static let contracts: [String: Contract] = [
        "double-run": (.warning, .error, [.session]),
        "run-storm": (.warning, .warning, [.session]),
        "start-after-stop": (.error, .error, [.state]),
        "sessions-compete": (.error, .error, [.session]),
        "sessions-overlap": (.info, .info, [.session]),
        "camera-conflict": (.error, .error, [.session, .camera]),
        "collaboration-enabled-late": (.warning, .warning, [.session, .collaboration]),
        "pause-in-interruption": (.error, .error, [.session]),
        "run-unsupported": (.error, .error, [.session]),
        "stuck-initializing": (.warning, .warning, [.camera]),
        "duplicate-node": (.error, .error, [.node]),
        "node-outlives-anchor": (.warning, .warning, [.anchor, .node]),
        "anchor-without-node": (.warning, .error, [.anchor, .node, .camera]),
        "tables-cleared-too-early": (.error, .error, [.node, .anchor, .session]),
        "update-after-remove": (.info, .warning, [.anchor]),
        "anchor-added-twice": (.warning, .warning, [.anchor, .session]),
        "visible-while-lost": (.warning, .warning, [.anchor, .node]),
        "hidden-while-tracked": (.warning, .warning, [.anchor, .node]),
        "content-on-world-coordinates": (.warning, .warning, [.node, .session]),
        "content-before-localized": (.error, .error, [.node, .session, .camera]),
        "content-against-choice": (.error, .error, [.node, .state]),
        "content-before-onboarding-done": (.warning, .warning, [.node, .state]),
        "state-change-in-view-update": (.warning, .warning, []),
        "asset-missing": (.warning, .warning, [.node]),
        "view-dark": (.warning, .warning, [.session, .state]),
        "anchor-before-normal": (.warning, .warning, [.anchor, .camera, .session]),
        "mode-fallback": (.info, .info, [.session]),
        "illegal-transition": (.error, .error, [.state]),
        "broken-trace": (.warning, .warning, [.state]),
        "state-stuck": (.warning, .warning, [.state]),
        "phase-mismatch": (.warning, .warning, [.anchor, .state]),
        "no-return": (.error, .error, [.collaboration, .state]),
        "export-too-early": (.info, .error, [.worldMap, .frame]),
        "export-repeated": (.error, .error, [.worldMap]),
        "dual-host": (.error, .error, [.worldMap]),
        "map-size": (.info, .warning, [.worldMap]),
        "map-anchor-bloat": (.info, .info, [.worldMap]),
        "map-unprotected": (.warning, .warning, [.worldMap]),
        "map-unverified": (.info, .info, [.worldMap]),
        "anchor-data-lost": (.error, .error, [.worldMap]),
        "map-retention": (.info, .info, [.worldMap]),
        "map-shared-without-consent": (.warning, .warning, [.worldMap]),
        "map-transfer-lossy": (.error, .error, [.worldMap]),
        "saved-without-anchors": (.warning, .warning, [.worldMap, .node]),
        "restored-anchors-missing": (.warning, .warning, [.worldMap, .session, .camera, .anchor]),
        "map-decode-failed": (.error, .error, [.worldMap, .session]),
        "restore-keeps-anchors": (.error, .error, [.session, .anchor]),
        "restore-with-reset": (.info, .info, [.session]),
        "guest-run-incomplete": (.warning, .error, [.session, .worldMap]),
        "relocalization-timeout": (.warning, .error, [.camera, .session]),
        "relocalization-slow": (.info, .info, [.camera]),
        "relocalization-silent": (.info, .info, [.camera, .session]),
        "recovery-incomplete": (.info, .info, [.session]),
        "recovery-not-cancelled": (.warning, .warning, [.session, .camera]),
        "mapping-stalled": (.warning, .warning, [.frame]),
        "critical-dropped": (.error, .error, [.collaboration]),
        "critical-unreliable": (.error, .error, [.collaboration]),
        "optional-not-throttled": (.warning, .warning, [.collaboration]),
        "packet-rate": (.warning, .warning, [.collaboration]),
        "bandwidth": (.warning, .warning, [.collaboration]),
        "backpressure-missing": (.warning, .warning, [.collaboration]),
        "decode-failures": (.error, .error, [.collaboration]),
        "applied-outside-syncing": (.warning, .warning, [.collaboration, .state]),
        "collaboration-silent": (.warning, .warning, [.session, .camera, .frame, .collaboration]),
        "no-fallback-shown": (.warning, .warning, [.collaboration]),
        "no-merge": (.warning, .warning, [.collaboration, .anchor]),
        "custom-anchor-shared": (.warning, .warning, [.anchor, .session, .collaboration]),
        "session-identifier-changed": (.info, .info, [.session, .collaboration]),
        "peers-too-close": (.info, .info, [.anchor, .camera]),
        "quality-unseen": (.info, .info, [.collaboration, .anchor]),
        "drift": (.info, .warning, [.anchor]),
        "interruption-without-resync": (.warning, .warning, [.session, .collaboration]),
        "interruption-medium": (.info, .info, [.session, .collaboration]),
        "reset-without-handshake": (.error, .error, [.session, .collaboration, .state]),
        "interruption-unended": (.warning, .warning, [.session]),
        "content-trusted-after-interruption": (.info, .info, [.session, .anchor]),
        "fps-drop": (.warning, .warning, [.frame]),
        "frames-stopped": (.error, .error, [.session, .camera, .frame]),
        "frames-retained": (.warning, .warning, [.frame]),
        "overheating": (.warning, .warning, [.device]),
        "memory-growth": (.warning, .warning, [.state, .device]),
        "log-gap": (.warning, .warning, []),
        "log-cut": (.info, .info, []),
        "abrupt-end-after-run": (.warning, .warning, [.session]),
    ]

    @Test func eachRuleKeepsIt() {
        for rule in Catalogue.about {
            guard let contract = Self.contracts[rule.id] else {
                Issue.record("\(rule.id) has no line")
                continue
            }
            #expect(rule.severity == contract.severity, "\(rule.id)")
            #expect(rule.highest == contract.highest, "\(rule.id)")
            #expect(rule.needs == contract.needs, "\(rule.id)")
        }
        #expect(Self.contracts.count == Catalogue.about.count)
    }
}
