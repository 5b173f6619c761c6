import EventLog
import Projections

/// The parts of a report that are places: anchors, nodes and cameras. Where it is shared they have none.
struct ReportJSONScene {
    let report: Report

    private var names: Names { report.names }

    func write(to json: inout JSONWriter) {
        let lives = chosen
        json.list("anchors", lives.filter { $0.thing == .anchor }, write)
        json.list("nodes", lives.filter { $0.thing == .node }, write)
        json.field("livesNotShown", report.health.scene.count - lives.count)
        guard !names.isShared else { return }
        json.list("cameras", report.health.cameras) { json, path in
            json.beginObject()
            json.field("session", names.text(of: path.session))
            json.field("device", report.deviceName(path.device))
            json.list("way", path.way.lazy.flatMap { $0.camera(report) }) { $0.value($1) }
            json.endObject()
        }
    }

    /// Anchors and nodes in one report.
    private static let limit = 4000

    /// The lives to show: all, or those that findings name, and then the longest.
    private var chosen: [SceneLife] {
        let all = report.health.scene
        guard all.count > Self.limit else { return all }
        let named = Set(report.result.findings.flatMap(\.events))
        let order = all.indices.sorted { left, right in
            let (a, b) = (all[left], all[right])
            let (isNamed, isOtherNamed) = (named.contains(a.from.number), named.contains(b.from.number))
            if isNamed != isOtherNamed { return isNamed }
            let (long, other) = (a.duration(until: report.health.last), b.duration(until: report.health.last))
            return long != other ? long > other : left < right
        }
        return order.prefix(Self.limit).sorted().map { all[$0] }
    }

    private func write(_ json: inout JSONWriter, _ life: SceneLife) {
        json.beginObject()
        json.field(life.thing == .anchor ? "anchor" : "node", names.text(of: life.id))
        json.field("session", life.session == .main ? nil : names.text(of: life.session))
        json.field("device", report.deviceName(life.device))
        json.field("kind", life.kind?.name)
        json.field("origin", life.origin?.name)
        json.field("key", life.key)
        json.field("asset", life.asset)
        json.field("attachment", life.attachment?.name)
        json.field("on", life.parent.map { names.text(of: $0) })
        json.field("role", life.role.flatMap { $0 == .content ? nil : $0.name })
        json.field("ownerSession", life.ownerSession.map { names.text(of: $0) })
        json.field("from", secondsOf: report.elapsed(life.from))
        json.field("to", secondsOf: report.elapsed(life.to ?? report.health.last))
        json.field("event", life.from.number)
        json.field("isOver", life.isOver ? nil : false)
        json.field("isDropped", life.isDropped ? true : nil)
        json.field("isFromBefore", life.isFromBefore ? true : nil)
        json.field("duplicateSince", secondsOf: life.duplicateSince.map { report.elapsed($0) })
        if !life.visibility.isEmpty {
            json.list("visibility", life.visibility) { json, change in
                json.beginArray()
                json.value(secondsOf: report.elapsed(change.time))
                json.value(change.isVisible)
                json.endArray()
            }
        }
        if !names.isShared, !life.way.isEmpty {
            json.list("way", life.way.lazy.flatMap { $0.numbers(report) }) { $0.value($1) }
        }
        json.endObject()
    }
}

extension Waypoint {
    /// A row of a way: seconds, metres x, y, z.
    fileprivate func numbers(_ report: Report) -> [Double] {
        let seconds = Double(report.elapsed(time) / 1_000_000) / 1000
        return [seconds, place.x.toMillimetre, place.y.toMillimetre, place.z.toMillimetre]
    }

    /// The same of a camera, with where it looks, x and z; NaN, which JSON writes as null, where nobody told.
    fileprivate func camera(_ report: Report) -> [Double] {
        numbers(report) + [heading?.x.toMillimetre ?? .nan, heading?.z.toMillimetre ?? .nan]
    }
}

extension Float {
    fileprivate var toMillimetre: Double { (Double(self) * 1000).rounded() / 1000 }
}
