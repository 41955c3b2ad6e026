import type { TraceEvent } from '../../../tests/web-page/trace.ts'

const parts: { readonly [name: string]: string } = {
  FunctionCall: 'script',
  EvaluateScript: 'script',
  'v8.callFunction': 'script',
  FireAnimationFrame: 'script',
  TimerFire: 'script',
  EventDispatch: 'script',
  RunMicrotasks: 'script',
  'v8.run': 'script',
  'v8.compile': 'compiling',
  'V8.CompileLazy': 'compiling',
  'V8.CompileCode': 'compiling',
  MinorGC: 'garbage collection',
  MajorGC: 'garbage collection',
  UpdateLayoutTree: 'styles',
  Layout: 'layout',
  PrePaint: 'pre-paint',
  Paint: 'painting',
  Layerize: 'layers',
  Commit: 'commit',
  HitTest: 'hit test',
  ParseHTML: 'HTML',
}

/** The parts of a task, in milliseconds of CPU time, largest first. Each part excludes the parts inside it. */
export function partsOf(task: TraceEvent, events: readonly TraceEvent[]): readonly (readonly [string, number])[] {
  const end = task.ts + (task.dur ?? 0)
  const inside = events
    .filter(({ name, ph, ts, dur = 0 }) => ph === 'X' && name in parts && ts >= task.ts && ts + dur <= end)
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
  const sums = new Map<string, number>()
  const add = (part: string, time: number) => sums.set(part, (sums.get(part) ?? 0) + time / 1_000)
  const open: TraceEvent[] = []
  add('rest', task.tdur ?? 0)
  for (const event of inside) {
    while (open.length > 0 && endOf(open.at(-1)) <= event.ts) open.pop()
    const around = open.at(-1)
    const time = event.tdur ?? event.dur ?? 0
    add(around ? (parts[around.name] ?? '') : 'rest', -time)
    add(parts[event.name] ?? '', time)
    open.push(event)
  }
  return [...sums].filter(([, ms]) => ms >= 0.1).sort(([, one], [, other]) => other - one)
}

const endOf = (event: TraceEvent | undefined): number => (event ? event.ts + (event.dur ?? 0) : 0)
