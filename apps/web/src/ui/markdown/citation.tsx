import { citedOnce } from '@convene/domain'
import { HoverCard } from 'radix-ui'
import { createContext, Fragment, type ReactNode, useContext, useRef, useState } from 'react'

/** Goes to a message by id. Without it, citations are plain text. */
export const GoToMessage = createContext<((id: string) => void) | null>(null)

/** Renders a citation's evidence, given the text around it. Without it, citations only link to their message. */
export const CitedEvidence = createContext<((id: string, claim: string) => ReactNode) | null>(null)

const cited = /\[(m\d{1,9}(?:[,;]\s*m\d{1,9})*)\]/gu

/** Turns `[m12]` and `[m3, m7]` into chips that link to the messages. */
export function withCitations(text: string): ReactNode {
  const parts = citedOnce(text).split(cited)
  if (parts.length === 1) return text
  return parts.map((part, index) =>
    index % 2 === 0
      ? part
      : part.split(/[,;]\s*/u).map((id, place) => (
          <Fragment key={id}>
            {place > 0 && ' '}
            <Citation id={id} />
          </Fragment>
        )),
  )
}

/** A chip that links to the cited message. */
export function Citation({ id }: { readonly id: string }) {
  const go = useContext(GoToMessage)
  const evidence = useContext(CitedEvidence)
  if (!go) return <span className="font-mono text-sm text-muted">[{id}]</span>
  if (evidence) return <WithEvidence id={id} go={go} evidence={evidence} />
  return (
    <button type="button" onClick={() => go(id)} aria-label={`Go to message ${id}`} className={chip}>
      {id}
    </button>
  )
}

const chip =
  'inline-flex rounded-sm bg-accent-soft px-1 align-baseline font-mono text-xs text-accent-ink hover:underline ' +
  'max-tablet:min-h-6 max-tablet:min-w-6 max-tablet:items-center max-tablet:justify-center ' +
  "print:bg-transparent print:px-0 print:before:content-['['] print:after:content-[']']"

type Props = {
  readonly id: string
  readonly go: (id: string) => void
  readonly evidence: (id: string, claim: string) => ReactNode
}

/** Shows the evidence on hover, focus and tap, with a button that goes to the message. */
function WithEvidence({ id, go, evidence }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <HoverCard.Root open={isOpen} onOpenChange={setOpen} openDelay={150} closeDelay={120}>
      <HoverCard.Trigger asChild>
        <button
          ref={button}
          type="button"
          onClick={() => go(id)}
          // The hover card swallows the click of a touch, so taps are handled here.
          onPointerUp={(event) => event.pointerType === 'touch' && setOpen(true)}
          aria-label={`Go to message ${id}`}
          className={chip}
        >
          {id}
        </button>
      </HoverCard.Trigger>
      <HoverCard.Portal>
        <HoverCard.Content
          collisionPadding={12}
          sideOffset={6}
          className="z-50 w-80 max-w-[calc(100vw-24px)] animate-appear rounded-md bg-raised p-3 text-base text-ink shadow-floating print:hidden"
        >
          {isOpen && evidence(id, claimAround(button.current))}
          <button
            type="button"
            onClick={() => go(id)}
            className="mt-2 hidden min-h-10 text-accent-ink underline underline-offset-2 pointer-coarse:block"
          >
            Go to message {id}
          </button>
        </HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
  )
}

/** The sentence or list item around a chip. */
const claimAround = (element: Element | null): string =>
  element?.closest('li, p, td, blockquote, dd')?.textContent?.slice(0, 2_000) ?? ''
