import type { ScenarioFolders } from './scenario.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

/** Everything around a run that it could change. */
export type HostSnapshot = {
  readonly workspace: Snapshot
  readonly outside: Snapshot
  readonly home: Snapshot
  readonly data: Snapshot
}

/** What the program itself keeps in the data folder. The rest is the user's: settings, trust, approvals, tools. */
const ownData = /^((convene|owners)\.db|holds\.sqlite|empty$|logs|outputs|images|reads|cache|worktrees)/

export const hostSnapshotOf = ({ workspace, outside, home, data }: ScenarioFolders): HostSnapshot => ({
  workspace: snapshotOf(workspace),
  outside: snapshotOf(outside),
  home: snapshotOf(home, /^\.convene(\/|$)/),
  data: snapshotOf(data, ownData),
})
