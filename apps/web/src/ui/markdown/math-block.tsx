import { render } from 'katex'
import { useEffect, useRef, useState } from 'react'
import { CodeBlock } from './code-block.tsx'

/** A formula as MathML, which needs no font or style sheet and cannot load or run anything. */
export function MathBlock({ text }: { readonly text: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    try {
      if (place.current)
        render(text, place.current, { output: 'mathml', displayMode: true, trust: false, maxExpand: 200, maxSize: 20 })
    } catch {
      setWrong(true)
    }
  }, [text])
  if (isWrong) return <CodeBlock text={text} language="math" live />
  return <div ref={place} className="overflow-x-auto py-1 text-md" />
}
