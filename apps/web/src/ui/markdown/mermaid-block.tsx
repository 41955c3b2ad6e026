import { useEffect, useState } from 'react'
import { isDark } from '../theme/theme.ts'
import { CodeBlock } from './code-block.tsx'

/** Larger diagrams stay text: laying one out would block the page for seconds, and nobody could read it. */
const LONGEST = 8_000
const MOST_LINES = 300
const MOST_EDGES = 300

const isDrawable = (text: string): boolean =>
  text.length <= LONGEST && text.split('\n', MOST_LINES + 1).length <= MOST_LINES

/** A diagram in an `img`, where scripts, links and external resources do not work. */
export function MermaidBlock({ text }: { readonly text: string }) {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    if (!isDrawable(text)) return
    let isCurrent = true
    draw(text)
      .then((svg) => isCurrent && setPicture(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`))
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [text])
  if (!picture) return <CodeBlock text={text} language="mermaid" live />
  return (
    <figure className="overflow-x-auto rounded-md border border-line bg-surface p-4">
      <img src={picture} alt={`Diagram: ${text.slice(0, 200)}`} className="mx-auto max-h-96" />
    </figure>
  )
}

let count = 0

async function draw(text: string): Promise<string> {
  const { default: mermaid } = await import('mermaid')
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    suppressErrorRendering: true,
    maxTextSize: LONGEST,
    maxEdges: MOST_EDGES,
    theme: isDark() ? 'dark' : 'neutral',
    fontFamily: 'Inter, system-ui, sans-serif',
  })
  count += 1
  const { svg } = await mermaid.render(`diagram-${count}`, text)
  return svg
}
