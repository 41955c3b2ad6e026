import { countText } from '@convene/domain'
import { useMemo, useState } from 'react'
import { endOfLines, linesTo } from './diff-lines.ts'
import { More } from './more.tsx'
import { ScrollArea } from './scroll-area.tsx'
import { classes } from './theme/classes.ts'

const SHOWN = 400
const LONGEST_LINE = 2_000

/** A unified diff. A large one opens in portions. */
export function DiffView(props: {
  readonly text: string
  /** Fetches the rest if the text itself was shortened. */
  readonly onRest?: (() => void) | undefined
  /** For approvals: wraps lines and never shortens them. */
  readonly whole?: boolean
}) {
  const { text } = props
  const [limit, setLimit] = useState(SHOWN)
  const { end, runs } = useMemo(() => portionOf(text, limit), [text, limit])
  const isAll = end === text.length
  return (
    <div className="flex flex-col gap-2">
      <ScrollArea label="Diff" className="max-h-96 overflow-auto rounded-md border border-line bg-surface py-1">
        <pre className="font-mono text-sm exact">
          {runs.map(({ look, texts }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: runs are identified by number
            <span key={index} className={classes('block px-3', props.whole ? wrapped : 'min-w-max', look)}>
              {texts.map((line) => (props.whole ? line : shortened(line)) || ' ').join('\n')}
            </span>
          ))}
        </pre>
      </ScrollArea>
      {!isAll && <More left={text.length - end} onMore={() => setLimit(limit + 2 * SHOWN)} />}
      {isAll && props.onRest && <More onMore={props.onRest} />}
    </div>
  )
}

/** Reads only the visible lines: all of a large diff would take longer than a frame. */
function portionOf(text: string, limit: number): { readonly end: number; readonly runs: readonly Run[] } {
  const end = endOfLines(text, limit)
  return { end, runs: runsOf(linesTo(text, end)) }
}

type Run = { readonly look: string; readonly texts: string[] }

/** Merges neighbouring lines of the same style: most of a diff is context, and each element costs time. */
function runsOf(lines: readonly string[]): readonly Run[] {
  const runs: Run[] = []
  for (const line of lines) {
    const look = lookOf(line)
    const last = runs.at(-1)
    if (last?.look === look) last.texts.push(line)
    else runs.push({ look, texts: [line] })
  }
  return runs
}

const wrapped = 'whitespace-pre-wrap wrap-anywhere'

/** A minified file on one line would freeze the page. */
const shortened = (line: string): string =>
  line.length > LONGEST_LINE
    ? `${line.slice(0, LONGEST_LINE)}… ${countText(line.length - LONGEST_LINE, 'more character')}`
    : line

function lookOf(line: string): string {
  if (line.startsWith('@@')) return 'bg-sunken text-muted'
  if (line.startsWith('+++') || line.startsWith('---')) return 'font-medium text-muted'
  if (line.startsWith('+')) return 'bg-good-soft text-good'
  return line.startsWith('-') ? 'bg-bad-soft text-bad' : ''
}
