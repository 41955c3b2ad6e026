import { listedIn, plainQuote } from '@convene/reading'
import { Copy, Hammer } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { CarryOut } from './carry-out.tsx'
import type { Outcome } from './outcome/outcome.ts'

/** The recommendations as a checklist. Carries out the checked ones, or all if none is checked. */
export function Recommendations({ text, outcome }: { readonly text: string; readonly outcome: Outcome }) {
  const { before, items } = listedIn(text)
  const [checked, setChecked] = useState<readonly number[]>([])
  const [isOpen, setOpen] = useState(false)
  if (text === '') return null
  const kept = checked.length === 0 ? items : items.filter((_, index) => checked.includes(index))
  const toggle = (index: number) =>
    setChecked((all) => (all.includes(index) ? all.filter((each) => each !== index) : [...all, index]))
  const copy = () =>
    void copyText(kept.map((item) => `- [ ] ${plainQuote(item).replaceAll('\n', ' ')}`).join('\n'), {
      otherwise: 'Use Export to save the result as a file.',
    })
  return (
    <section aria-label="Recommendations" className="flex flex-col gap-3">
      <h2 className="text-md font-semibold">What to do</h2>
      <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
        {before && <Markdown text={before} />}
        <ul className="flex flex-col divide-y divide-line empty:hidden">
          {items.map((item, index) => (
            <Item key={item} text={item} isChecked={checked.includes(index)} onToggle={() => toggle(index)} />
          ))}
        </ul>
        {items.length > 0 && !outcome.isRehearsal && outcome.isNewest && (
          <div className="flex flex-wrap gap-2 print:hidden">
            {!isUndecided(outcome) && (
              <Button tone="primary" icon={Hammer} onClick={() => setOpen(true)}>
                {kept.length === items.length ? 'Carry it out' : `Carry out ${kept.length} of ${items.length}`}
              </Button>
            )}
            <Button icon={Copy} onClick={copy}>
              Copy as tasks
            </Button>
          </div>
        )}
      </div>
      {isOpen && <CarryOut items={kept} decision={outcome.decision} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** Nobody decided on what the report recommends, so there is nothing to carry out. */
const isUndecided = ({ verdict }: Outcome): boolean => verdict?.vote?.option === null

function Item(props: { readonly text: string; readonly isChecked: boolean; readonly onToggle: () => void }) {
  return (
    <li className="flex items-start gap-3 py-2 first:pt-0 last:pb-0 break-inside-avoid">
      <input
        type="checkbox"
        aria-label={plainQuote(props.text)}
        checked={props.isChecked}
        onChange={props.onToggle}
        className="mt-0.5 size-4 shrink-0 accent-accent max-tablet:size-5"
      />
      <div className="min-w-0 flex-1">
        <Markdown text={props.text} />
      </div>
    </li>
  )
}
