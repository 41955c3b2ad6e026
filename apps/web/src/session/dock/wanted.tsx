import { type Ask, countText, showsDiff, spelled, type WantedPart, wantedParts } from '@convene/domain'
import { useState } from 'react'
import { DiffView } from '../../ui/diff-view.tsx'
import { More } from '../../ui/more.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { usePortions } from '../../ui/text/use-portions.ts'

/**
 * Exactly what a call would do: the commands as we read them, then the command line as written, the diff, or the tool's
 * input.
 */
export function Wanted({ ask }: { readonly ask: Ask }) {
  const { tool, resource, preview = '', runs = [], command } = ask
  return (
    <div className="flex flex-col gap-2">
      <Runs runs={runs} />
      <Deed tool={tool} text={command?.line ?? resource} />
      {command?.purpose && <p className="text-sm wrap-anywhere text-muted">{oneLine(command.purpose)}</p>}
      {command !== undefined && command.line !== resource && (
        <p className="text-sm text-muted wrap-anywhere">
          Needs approval: <code className="font-mono text-ink">{inShort(resource)}</code>
        </p>
      )}
      {command === undefined && preview !== '' && preview !== resource && <Preview tool={tool} text={preview} />}
    </div>
  )
}

const SHOWN = 12
const EACH = 160

/** The commands of a line in the order they run. What a long line hides, this list does not. */
function Runs({ runs }: { readonly runs: readonly string[] }) {
  if (runs.length === 0) return null
  const first = runs.length > SHOWN ? runs.slice(0, SHOWN / 2) : runs
  const last = runs.slice(first.length).slice(-SHOWN / 2)
  const between = runs.length - first.length - last.length
  return (
    <div className="text-sm">
      <p className="text-muted">Runs {countText(runs.length, 'command')}:</p>
      <ol aria-label="Commands" className="list-none font-mono wrap-anywhere">
        {[...first.entries()].map(([place, each]) => (
          <li key={place}>{inShort(each)}</li>
        ))}
        {between > 0 && <li className="font-sans text-muted">{countText(between, 'more command')}</li>}
        {[...last.entries()].map(([place, each]) => (
          <li key={first.length + place}>{inShort(each)}</li>
        ))}
      </ol>
    </div>
  )
}

/** On one line, with its beginning and its end. */
function inShort(text: string): string {
  const line = oneLine(spelled(text))
  if (line.length <= EACH) return line
  return `${line.slice(0, EACH / 2)} … ${countText(line.length - EACH, 'character')} … ${line.slice(-EACH / 2)}`
}

type Shown = { readonly tool: string; readonly text: string }

/** Long texts are folded, so that their end is in view. In full on request. */
function Deed({ tool, text }: Shown) {
  const [isWhole, setWhole] = useState(false)
  const parts = wantedParts(text)
  const isFolded = parts.some(({ kind }) => kind === 'gap')
  return (
    <>
      <ScrollArea label="Tool input" className="overflow-auto rounded-md bg-sunken px-3 py-3">
        <pre className="font-mono text-md font-medium whitespace-pre-wrap wrap-anywhere">
          <span className="font-normal text-muted">{oneLine(tool)} </span>
          {!isWhole && parts.map((part, index) => <Part key={index.toString()} {...part} />)}
          {isWhole && <Whole text={text} />}
        </pre>
      </ScrollArea>
      {isFolded && !isWhole && <More onMore={() => setWhole(true)} />}
    </>
  )
}

function Part({ kind, text }: WantedPart) {
  if (kind === 'text') return spelled(text)
  return <span className="mx-1 rounded-sm bg-warning-soft px-1 font-sans text-sm text-warning">… {text} …</span>
}

function Whole({ text }: { readonly text: string }) {
  const { shown, left, onMore } = usePortions(text)
  return (
    <>
      {shown}
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
