import { Check, Copy } from 'lucide-react'
import { useEffect, useReducer, useState } from 'react'
import { ScrollArea } from '../scroll-area.tsx'
import type { Highlighted } from './highlight.ts'
import { highlightedCode } from './highlighted-code.ts'

/** Longer code is not highlighted. */
const LONGEST = 50_000

/** A code block, highlighted once it is complete and if its language is known. */
export function CodeBlock(props: { readonly text: string; readonly language: string; readonly live: boolean }) {
  const { text, language, live } = props
  const lines = useHighlighted(text, live ? '' : language)
  return (
    <figure className="group relative overflow-hidden rounded-md border border-line bg-sunken">
      {language && (
        <figcaption className="flex items-center justify-between border-b border-line px-3 py-1 font-mono text-xs text-muted">
          {language}
          <CopyButton text={text} />
        </figcaption>
      )}
      <ScrollArea
        label={`Code ${language}`}
        className="scroll-edges max-h-96 overflow-auto p-3 [--edge-cover:var(--sunken)]"
      >
        <pre className="font-mono text-sm leading-5">
          <code>{lines ? <Lines lines={lines} /> : text}</code>
        </pre>
      </ScrollArea>
    </figure>
  )
}

function useHighlighted(text: string, language: string): Highlighted | null {
  const known = language ? highlightedCode.known(text, language) : null
  const [, showAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!language || text.length > LONGEST || highlightedCode.known(text, language) !== undefined) return
    let isCurrent = true
    void highlightedCode.ask(text, language).then(() => isCurrent && showAgain())
    return () => {
      isCurrent = false
    }
  }, [text, language])
  return known ?? null
}

function Lines({ lines }: { readonly lines: Highlighted }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by number
    <span key={index}>
      {line.map(({ text, color }, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words are identified by column
        <span key={column} style={{ color }}>
          {text}
        </span>
      ))}
      {'\n'}
    </span>
  ))
}

export function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard
      ?.writeText(text)
      .then(() => setCopied(true))
      .catch(() => undefined)
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      aria-label={isCopied ? 'Copied' : 'Copy'}
      onClick={copy}
      className="rounded-sm p-0.5 hover:text-ink print:hidden"
    >
      <Icon aria-hidden size={12} />
    </button>
  )
}
