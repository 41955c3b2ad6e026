import { type KatexOptions, render } from 'katex'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ScrollArea } from '../scroll-area.tsx'
import { CodeBlock } from './code-block.tsx'

/** MathML needs no font or style sheet and cannot load or run anything. */
const options: KatexOptions = { output: 'mathml', trust: false, maxExpand: 200, maxSize: 20 }

/** A formula in its own block. */
export function MathBlock({ text }: { readonly text: string }) {
  const place = useRef<HTMLDivElement>(null)
  if (useFormula(place, text, true)) return <CodeBlock text={text} language="math" live />
  return <ScrollArea ref={place} label="Formula" className="scroll-edges overflow-x-auto py-1 text-md" />
}

/** A formula within a line. */
export function InlineMath({ text }: { readonly text: string }) {
  const place = useRef<HTMLSpanElement>(null)
  if (useFormula(place, text, false)) return `$${text}$`
  return <span ref={place} />
}

/** Draws the formula into its place. Returns whether it cannot be read. */
function useFormula(place: RefObject<HTMLElement | null>, text: string, displayMode: boolean): boolean {
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    try {
      if (place.current) render(text, place.current, { ...options, displayMode })
    } catch {
      setWrong(true)
    }
  }, [place, text, displayMode])
  return isWrong
}
