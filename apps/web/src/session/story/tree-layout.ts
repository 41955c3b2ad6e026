import {
  type Activity,
  activityOfTask,
  activityText,
  countText,
  durationText,
  headings,
  type Session,
  type TaskId,
  tokensText,
} from '@convene/domain'
import type { View, Work } from '../view/view.ts'

export type GraphNode = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly agent: string
  readonly state: 'now' | 'done' | 'failed' | 'waiting'
  readonly x: number
  readonly y: number
}
export type GraphEdge = { readonly from: GraphNode; readonly to: GraphNode }
export type GraphLayout = {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly width: number
  readonly height: number
}

export const NODE = { width: 220, height: 64 }
const GAP = { x: 40, y: 16 }

type Item = Omit<GraphNode, 'x' | 'y'> & { readonly after: readonly string[] }

/** The tasks of the newest run, each after the one that created it. */
export const graphOf = (view: View): GraphLayout => layered(workItems(view))

const MOST = 400
const workStates = { open: 'now', done: 'done', failed: 'failed' } as const

/** A task comes after the task that delegated it, otherwise after those whose results it was given. */
function workItems({ work, session }: View): readonly Item[] {
  const run = `${session.run?.number ?? 1}/`
  const before = predecessors(session)
  const tasks = [...work.values()].filter(({ id }) => id.startsWith(run)).slice(-MOST)
  return tasks.map((task) => {
    const after = work.has(task.parent) ? [task.parent] : before(task)
    const activity = taskActivity(session, task.id)
    return {
      id: task.id,
      title: headings[task.kind],
      text: activity ? activityText(activity) : workText(task),
      agent: task.agent,
      state: activity === 'waiting' ? 'waiting' : workStates[task.state],
      after,
    }
  })
}

/**
 * Finds what a task follows, in the order in which tasks begin. A lead or judge follows what the members have done since
 * its last task. A member follows its own last task, or the lead's if that is newer.
 */
function predecessors({ run }: Session) {
  const leads = new Set([run?.team.lead?.slug, run?.team.judge?.slug])
  const last = new Map<string, string>()
  let since = new Map<string, string>()
  let given: string | undefined
  return ({ id, agent }: Work): readonly string[] => {
    const own = last.get(agent)
    last.set(agent, id)
    if (!leads.has(agent)) {
      const after = since.get(agent) ?? given ?? own
      since.set(agent, id)
      return after === undefined ? [] : [after]
    }
    const heard = [...since.values()]
    const after = heard.length > 0 ? heard : [given ?? own]
    since = new Map()
    given = id
    return after.flatMap((each) => each ?? [])
  }
}

/** The activity in an open task. */
export function taskActivity(session: Session, id: string): Activity | null {
  const task = session.tasks[id as TaskId]
  return task ? activityOfTask(session, task) : null
}

const workText = ({ since, until, tokens, toolCalls }: Work): string =>
  [
    durationText((until ?? since) - since),
    `${tokensText(tokens)} tokens`,
    toolCalls > 0 && countText(toolCalls, 'tool call'),
  ]
    .filter(Boolean)
    .join(' · ')

/** Columns by distance from a root, rows by the mean row of a node's predecessors, to keep line crossings low. */
function layered(items: readonly Item[]): GraphLayout {
  const byId = new Map(items.map((item) => [item.id, item]))
  const depths = depthsOf(items, byId)
  const columns: Item[][] = []
  for (const item of items) {
    const column = depths.get(item.id) ?? 0
    columns[column] = [...(columns[column] ?? []), item]
  }
  const placed = new Map<string, GraphNode>()
  for (const [column, members] of columns.entries()) placeColumn(members ?? [], column, placed)
  const nodes = [...placed.values()]
  const edges = items.flatMap((item) =>
    item.after.flatMap((id): GraphEdge[] => {
      const from = placed.get(id)
      const to = placed.get(item.id)
      return from && to ? [{ from, to }] : []
    }),
  )
  const width = Math.max(0, ...nodes.map(({ x }) => x + NODE.width))
  const height = Math.max(0, ...nodes.map(({ y }) => y + NODE.height))
  return { nodes, edges, width, height }
}

function placeColumn(members: readonly Item[], column: number, placed: Map<string, GraphNode>): void {
  const aimOf = (item: Item) => {
    const above = item.after.flatMap((id) => placed.get(id)?.y ?? [])
    return above.length === 0 ? 0 : above.reduce((sum, y) => sum + y, 0) / above.length
  }
  let y = 0
  for (const { after: _after, ...item } of [...members].sort((one, other) => aimOf(one) - aimOf(other))) {
    y = Math.max(y, column === 0 ? 0 : aimOf({ ...item, after: _after }))
    placed.set(item.id, { ...item, x: column * (NODE.width + GAP.x), y })
    y += NODE.height + GAP.y
  }
}

/** Each item's distance from a root. Stops at a cycle. */
function depthsOf(items: readonly Item[], byId: ReadonlyMap<string, Item>): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  const depthOf = (item: Item, seen: ReadonlySet<string>): number => {
    const known = depths.get(item.id)
    if (known !== undefined) return known
    const before = item.after.flatMap((id) => (seen.has(id) ? [] : (byId.get(id) ?? [])))
    const depth =
      before.length === 0 ? 0 : 1 + Math.max(...before.map((each) => depthOf(each, new Set([...seen, item.id]))))
    depths.set(item.id, depth)
    return depth
  }
  for (const item of items) depthOf(item, new Set())
  return depths
}
