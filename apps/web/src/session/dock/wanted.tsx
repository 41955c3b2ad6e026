import { type Ask, commandIn, showsDiff } from '@convene/domain'
import { DiffView } from '../../ui/diff-view.tsx'
import { More } from '../../ui/more.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { usePortions } from '../../ui/text/use-portions.ts'

/** Exactly what a call would do: the command, the diff, or the tool's input. */
export function Wanted({ ask }: { readonly ask: Ask }) {
  const { tool, resource, preview = '' } = ask
  const { purpose, command } = commandIn(preview) ?? {}
  return (
    <div className="flex flex-col gap-2">
      <Deed tool={tool} text={command ?? resource} />
      {purpose && <p className="text-sm wrap-anywhere text-muted">{oneLine(purpose)}</p>}
      {command !== undefined && command !== resource && (
        <p className="text-sm text-muted wrap-anywhere">
          Needs approval: <code className="font-mono text-ink">{oneLine(resource)}</code>
        </p>
      )}
      {command === undefined && preview !== '' && preview !== resource && <Preview tool={tool} text={preview} />}
    </div>
  )
}

type Shown = { readonly tool: string; readonly text: string }

function Deed({ tool, text }: Shown) {
  const { shown, left, onMore } = usePortions(text)
  return (
    <>
      <ScrollArea label="Tool input" className="max-h-40 overflow-auto rounded-md bg-sunken px-3 py-3">
        <pre className="font-mono text-md font-medium whitespace-pre-wrap wrap-anywhere">
          <span className="font-normal text-muted">{oneLine(tool)} </span>
          {shown}
        </pre>
      </ScrollArea>
      {left > 0 && <More left={left} onMore={onMore} />}
    </>
  )
}

/** Any text may look like a diff, so the tool decides, not the text. */
function Preview({ tool, text }: Shown) {
  const { shown, left, onMore } = usePortions(text)
  if (showsDiff(tool)) return <DiffView whole text={text} />
  return (
    <>
      <ScrollArea label="Preview" className="max-h-96 overflow-auto rounded-md border border-line px-3 py-2">
        <pre className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">{shown}</pre>
      </ScrollArea>
      {left > 0 && <More left={left} onMore={onMore} />}
    </>
  )
}
