import { useState } from 'react'
import { DiffView } from '../../ui/diff-view.tsx'
import { CodeBlock } from '../../ui/markdown/code-block.tsx'
import { More } from '../../ui/more.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { neutral } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import type { EntryOf } from '../view/view.ts'
import { PictureRow } from './pictures.tsx'
import { useWhole } from './use-whole.ts'

const SHOWN = 20_000

/** Input and output of a tool call. */
export function ToolDetails({ entry }: { readonly entry: EntryOf<'tool'> }) {
  return (
    <div className="flex flex-col gap-2 border-t border-line p-2">
      <Input tool={entry.tool} input={entry.input} />
      {entry.output && <Output entry={entry} />}
      <PictureRow pictures={entry.pictures} />
      {entry.truncated && (
        <p className="text-sm text-muted">Output truncated. The full output is in the data folder.</p>
      )}
    </div>
  )
}

function Input({ tool, input }: { readonly tool: string; readonly input: unknown }) {
  const { command } = (input ?? {}) as { readonly command?: unknown }
  if (tool === 'bash' && typeof command === 'string')
    return <CodeBlock text={neutral(command)} language="bash" live={false} />
  const text = JSON.stringify(input, null, 2) ?? ''
  return <CodeBlock text={neutral(text.slice(0, SHOWN))} language="json" live={false} />
}

function Output({ entry }: { readonly entry: EntryOf<'tool'> }) {
  const failed = entry.state === 'failed'
  const { text, onRest } = useWhole(entry.output, entry.cut)
  const [limit, setLimit] = useState(SHOWN)
  const shown = neutral(text.slice(0, limit))
  if (/^(diff --git|--- )/u.test(text)) return <DiffView text={shown} />
  return (
    <div className="flex flex-col gap-2">
      <ScrollArea label="Output" className="max-h-80 overflow-auto rounded-md bg-sunken p-3">
        <pre className={classes('font-mono text-sm whitespace-pre-wrap wrap-anywhere', failed && 'text-bad')}>
          {shown}
        </pre>
      </ScrollArea>
      {text.length > limit && <More left={text.length - limit} onMore={() => setLimit(limit + 2 * SHOWN)} />}
      {text.length <= limit && onRest && <More onMore={onRest} />}
    </div>
  )
}
