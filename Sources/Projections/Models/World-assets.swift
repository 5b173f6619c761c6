import EventLog

// How the files of content, and the app's wishes about anchors, change the models.
extension World {
    func assetRequested(
        _ payload: StoredEvent.AssetRequested, _ state: SessionState, _ event: LoggedEvent
    ) -> Change {
        state.assets.requested(symbols.symbol(payload.asset, in: event), at: now)
        return .none
    }

    func assetFailed(
        _ payload: StoredEvent.AssetLoadFailed, _ state: SessionState, _ event: LoggedEvent
    ) -> Change {
        state.assets.failed(symbols.symbol(payload.asset, in: event))
        return .none
    }

    func removeRequested(_ payload: StoredEvent.AnchorRemoveRequested, _ state: SessionState) -> Change {
        if let index = state.anchors.index(of: payload.anchor) { state.anchors[index].isRemovalAsked = true }
        return .none
    }
}
