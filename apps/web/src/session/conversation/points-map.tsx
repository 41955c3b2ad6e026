import { type CommonPoint, pointHeadings, pointKinds } from '@convene/domain'
import { ChevronRight } from 'lucide-react'
import { useContext, useId, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { GoToMessage } from '../../ui/markdown/citation.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { useSpeaker } from '../view/use-session.ts'

const marks: Readonly<Record<CommonPoint['kind'], string>> = {
  all: 'border-good',
  some: 'border-line-strong',
  disputed: 'border-warning',
}

/** What independent answers have in common: each point with the faces behind it, and on demand their words. */
export function PointsMap({ points }: { readonly points: readonly CommonPoint[] }) {
  return (
    <div className="flex flex-col gap-4">
      {pointKinds.map((kind) => {
        const own = points.filter((point) => point.kind === kind)
        return (
          own.length > 0 && (
            <section key={kind} aria-label={pointHeadings[kind]} className="flex flex-col gap-1">
              <h3 className="text-sm text-muted">{pointHeadings[kind]}</h3>
              <ul className={classes('flex flex-col border-l-2 pl-3', marks[kind])}>
                {own.map((point) => (
                  <Point key={point.text} point={point} />
                ))}
              </ul>
            </section>
          )
        )
      })}
    </div>
  )
}

function Point({ point: { text, passages } }: { readonly point: CommonPoint }) {
  const [isOpen, setOpen] = useState(false)
  const list = useId()
  const agents = [...new Set(passages.map(({ agent }) => agent))]
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-3 rounded-md text-left hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          size={14}
          className={classes('shrink-0 text-muted transition-transform print:hidden', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 flex-1 py-1 wrap-anywhere">{oneLine(text)}</span>
        <span className="flex shrink-0 gap-1">
          {agents.map((agent) => (
            <Face key={agent} agent={agent} />
          ))}
        </span>
      </button>
      <ul id={list} hidden={!isOpen} className="grid gap-3 py-2 pl-6 tablet:grid-cols-2">
        {isOpen &&
          passages.map((passage) => <PassageItem key={`${passage.message}/${passage.text}`} passage={passage} />)}
      </ul>
    </li>
  )
}

function Face({ agent }: { readonly agent: string }) {
  const speaker = useSpeaker(agent)
  return (
    <span title={speaker.name}>
      <Avatar {...speaker} size="small" />
      <span className="sr-only">{speaker.name}</span>
    </span>
  )
}

function PassageItem({ passage: { agent, message, text } }: { readonly passage: CommonPoint['passages'][number] }) {
  const speaker = useSpeaker(agent)
  const go = useContext(GoToMessage)
  return (
    <li className="flex flex-col gap-1 text-sm">
      <p className="flex items-center gap-2">
        <Avatar {...speaker} size="small" />
        <span className="font-medium">{speaker.name}</span>
        <button
          type="button"
          disabled={!go}
          onClick={() => go?.(message)}
          aria-label={`Go to message ${message}`}
          className="ml-auto rounded-sm px-1 font-mono text-xs text-accent-ink hover:underline"
        >
          {message}
        </button>
      </p>
      <blockquote className="border-l-2 border-line-strong pl-3 wrap-anywhere">“{oneLine(text)}”</blockquote>
    </li>
  )
}
