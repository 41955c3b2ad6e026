import { Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { Avatar, inColorOf } from '../../ui/avatar.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { classes } from '../../ui/theme/classes.ts'
import { speakerOf } from '../view/seats.ts'
import { useSessionStore } from '../view/use-session.ts'
import type { View } from '../view/view.ts'
import { type GraphEdge, type GraphNode, graphOf, NODE, taskActivity } from './tree-layout.ts'

const PADDING = 24

/** Who works for whom, and whose results went where. */
export function Tree() {
  const store = useSessionStore()
  const stamp = useStore(store, ({ view }) => stampOf(view))
  const graph = useMemo(() => (stamp ? graphOf(store.getState().view) : null), [store, stamp])
  if (!graph || graph.nodes.length === 0)
    return <Empty icon={Waypoints} title="No tasks yet" text="Tasks appear here as agents receive them." />
  const width = graph.width + 2 * PADDING
  const height = graph.height + 2 * PADDING
  return (
    <ScrollArea label="Tasks" className="dotted overflow-x-auto border-b border-line">
      <div className="relative" style={{ width, height }}>
        <svg aria-hidden width={width} height={height} className="absolute inset-0">
          <title>Dependencies</title>
          {graph.edges.map((edge) => (
            <Edge key={`${edge.from.id}>${edge.to.id}`} edge={edge} />
          ))}
        </svg>
        <ul>
          {graph.nodes.map((node) => (
            <Node key={node.id} node={node} />
          ))}
        </ul>
      </div>
    </ScrollArea>
  )
}

/** A key that changes with the graph. */
function stampOf(view: View): unknown {
  const { work, session } = view
  const open = Object.keys(session.tasks).map((id) => `${id}=${taskActivity(session, id)}`)
  return `${work.size}:${open.join()}`
}

function Edge({ edge: { from, to } }: { readonly edge: GraphEdge }) {
  const startX = from.x + NODE.width + PADDING
  const startY = from.y + NODE.height / 2 + PADDING
  const endX = to.x + PADDING
  const endY = to.y + NODE.height / 2 + PADDING
  const middle = (startX + endX) / 2
  return (
    <path
      d={`M${startX},${startY}C${middle},${startY} ${middle},${endY} ${endX},${endY}`}
      fill="none"
      strokeWidth={1.5}
      className={to.state === 'now' ? 'stroke-accent' : 'stroke-line-strong'}
    />
  )
}

const looks: Readonly<Record<GraphNode['state'], string>> = {
  now: 'border-accent bg-surface shadow-raised',
  done: 'border-line bg-surface',
  failed: 'border-bad bg-bad-soft',
  waiting: 'border-warning bg-warning-soft',
}

function Node({ node }: { readonly node: GraphNode }) {
  const store = useSessionStore()
  const speaker = speakerOf(store.getState().view, node.agent)
  return (
    <li
      style={{ left: node.x + PADDING, top: node.y + PADDING, ...NODE, ...inColorOf(speaker.color) }}
      className={classes(
        'agent absolute flex items-center gap-3 rounded-lg border px-3 transition-colors',
        looks[node.state],
      )}
    >
      <Avatar {...speaker} busy={node.state === 'now'} />
      <div className="min-w-0 flex-1">
        <p title={`${speaker.name} ${node.title}`} className="flex gap-1 text-sm">
          <span className="truncate font-semibold text-(--agent-ink)">{speaker.name}</span>
          <span className="shrink-0 text-muted">{node.title}</span>
        </p>
        <p title={node.text} className="line-clamp-2 text-xs text-muted">
          {node.text}
        </p>
      </div>
    </li>
  )
}
