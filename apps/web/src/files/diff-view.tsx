import { useState } from 'react'
import { More } from '../markdown/markdown.tsx'
import { ScrollArea } from '../parts/scroll-area.tsx'
import { neutral } from '../text/neutral.ts'
import { classes } from '../theme/classes.ts'

const SHOWN = 400
const dropped = /^(diff --git|index |similarity |new file mode|deleted file mode)/u

/** A unified diff, as it is read: what was taken away, what was added, where. */
export function DiffView({ text }: { readonly text: string }) {
  const [limit, setLimit] = useState(SHOWN)
  const lines = neutral(text)
    .trimEnd()
    .split('\n')
    .filter((line) => !dropped.test(line))
  return (
    <div className="flex flex-col gap-2">
      <ScrollArea label="Diff" className="max-h-96 overflow-auto rounded-md border border-line bg-surface py-1">
        <pre className="font-mono text-sm">
          {lines.slice(0, limit).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
            <span key={index} className={classes('block min-w-max px-3', lookOf(line))}>
              {line || ' '}
            </span>
          ))}
        </pre>
      </ScrollArea>
      {lines.length > limit && (
        <More left={lines.slice(limit).join('\n').length} onMore={() => setLimit(limit + 4 * SHOWN)} />
      )}
    </div>
  )
}

function lookOf(line: string): string {
  if (line.startsWith('@@')) return 'bg-sunken text-muted'
  if (line.startsWith('+++') || line.startsWith('---')) return 'font-medium text-muted'
  if (line.startsWith('+')) return 'bg-good-soft text-good'
  return line.startsWith('-') ? 'bg-bad-soft text-bad' : ''
}
