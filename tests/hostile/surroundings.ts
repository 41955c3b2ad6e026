import type { Place } from './scenario.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

/** Everything around a run that it could change. */
export type Surroundings = {
  readonly workspace: Snapshot
  readonly outside: Snapshot
  readonly home: Snapshot
  readonly data: Snapshot
}

/** What the program itself keeps in the data folder. The rest is the user's: settings, trust, approvals, tools. */
const ownData = /^((convene|owners)\.db|holds\.sqlite|empty$|logs|outputs|images|reads|cache|worktrees)/

export const surroundingsOf = ({ workspace, outside, home, data }: Place): Surroundings => ({
  workspace: snapshotOf(workspace),
  outside: snapshotOf(outside),
  home: snapshotOf(home, /^\.convene(\/|$)/),
  data: snapshotOf(data, ownData),
})
