import type { Transitions } from './transitions.ts'

type Edge = { readonly from: string; readonly trigger: string; readonly to: string }

/** The table as a Mermaid state diagram. */
export function toMermaid(transitions: Transitions): string {
  const lines = edges(transitions).map(({ from, trigger, to }) => `  ${from} --> ${to}: ${trigger}`)
  return ['stateDiagram-v2', '  [*] --> idle', ...lines].join('\n')
}

/** The table as a Graphviz digraph. */
export function toDot(name: string, transitions: Transitions): string {
  const lines = edges(transitions).map(({ from, trigger, to }) => `  ${from} -> ${to} [label="${trigger}"];`)
  return [`digraph ${name} {`, '  rankdir=LR; node [shape=box, style=rounded];', ...lines, '}'].join('\n')
}

function edges(transitions: Transitions): readonly Edge[] {
  return Object.entries(transitions).flatMap(([from, row]) =>
    Object.entries(row).flatMap(([trigger, to]) =>
      trigger === 'userResumed' ? resumptions(transitions, trigger) : [{ from, trigger, to }],
    ),
  )
}

/** A paused run can return to any phase that can be paused. */
function resumptions(transitions: Transitions, trigger: string): readonly Edge[] {
  const pausable = Object.keys(transitions).filter((phase) => transitions[phase]?.userPaused)
  return pausable.map((to) => ({ from: 'paused', trigger, to }))
}
