import type { ClaimMark } from '@convene/reading'
import { ChevronRight } from 'lucide-react'
import { clockText } from '../../ui/text/times.ts'
import { classes } from '../../ui/theme/classes.ts'
import { toneIcons, toneInks } from '../../ui/tones.ts'
import { useIsOpen } from './opened.ts'

/** What the log says about the claims of a message: a line that opens to each claim and the call behind it. */
export function ClaimList(props: { readonly of: string; readonly marks: readonly ClaimMark[] }) {
  const { marks } = props
  const [isOpen, toggle] = useIsOpen(`claims:${props.of}`)
  if (marks.length === 0) return null
  return (
    <section aria-label="Claims checked against the log" className="mt-2 rounded-md border border-line text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex min-h-8 w-full flex-wrap items-center gap-x-3 gap-y-1 px-2 py-1 text-left outline-offset-[-2px] hover:bg-hover"
      >
        {counted(marks).map(([word, tone, what]) => (
          <MarkWord key={word} tone={tone} text={what} />
        ))}
        <ChevronRight
          aria-hidden
          size={14}
          className={classes('ml-auto shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
        />
      </button>
      {isOpen && (
        <ul className="flex flex-col gap-2 border-t border-line p-2">
          {marks.map((mark) => (
            <ClaimRow key={`${mark.text} ${mark.what}`} mark={mark} />
          ))}
        </ul>
      )}
    </section>
  )
}

function MarkWord({ tone, text }: { readonly tone: ClaimMark['tone']; readonly text: string }) {
  const Icon = toneIcons[tone]
  return (
    <span className={classes('flex items-center gap-1', toneInks[tone])}>
      <Icon aria-hidden size={14} className="shrink-0" />
      <span>{text}</span>
    </span>
  )
}

function ClaimRow({ mark }: { readonly mark: ClaimMark }) {
  const { word, tone, what, why, text, at } = mark
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <MarkWord tone={tone} text={`${word}: ${what.replaceAll('`', '')}`} />
      <span className="pl-5 break-words text-muted">“{text}”</span>
      <span className="pl-5 break-words">
        {why.replaceAll('`', '')}
        {at !== null && <span className="numeric text-muted"> · {clockText(at)}</span>}
      </span>
    </li>
  )
}

/** `2 seen`, or what is claimed if it is the only one of its kind and not simply seen. */
function counted(marks: readonly ClaimMark[]): readonly (readonly [string, ClaimMark['tone'], string])[] {
  const words = new Map<string, readonly ClaimMark[]>()
  for (const mark of marks) words.set(mark.word, [...(words.get(mark.word) ?? []), mark])
  return [...words].map(([word, all]) => {
    const [first] = all
    const what = all.length === 1 && first ? `${word}: ${first.what.replaceAll('`', '')}` : `${all.length} ${word}`
    return [word, first?.tone ?? 'plain', what] as const
  })
}
