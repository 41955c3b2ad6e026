import { ExternalLink, ImageOff } from 'lucide-react'
import type { Token } from 'marked'
import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import { linkAddress } from './address.ts'
import { withCitations } from './citation.tsx'

const InlineMath = lazy(() => import('./math-block.tsx').then(({ InlineMath }) => ({ default: InlineMath })))

/** Text inside a block. */
export function Inline({ tokens, depth = 0 }: { readonly tokens: readonly Token[]; readonly depth?: number }) {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by index
    <Fragment key={index}>{piece(token, depth)}</Fragment>
  ))
}

function piece(token: Token, depth: number): ReactNode {
  const inner = () =>
    'tokens' in token && token.tokens && depth < 12 ? <Inline tokens={token.tokens} depth={depth + 1} /> : token.raw
  switch (token.type) {
    case 'strong':
      return <strong className="font-semibold">{inner()}</strong>
    case 'em':
      return <em>{inner()}</em>
    case 'del':
      return <del>{inner()}</del>
    case 'codespan':
      return <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-(length:--smaller)">{token.text}</code>
    case 'formula':
      return (
        <Suspense fallback={token.raw}>
          <InlineMath text={token.text} />
        </Suspense>
      )
    case 'footnoteMark':
      return <sup className="text-xs text-muted">{token.text}</sup>
    case 'br':
      return <br />
    case 'link':
      return <Link href={token.href}>{inner()}</Link>
    case 'image':
      return <Picture href={token.href} text={token.text} />
    case 'html':
      return <span className="font-mono text-(length:--smaller) text-muted">{token.raw}</span>
    case 'escape':
      return token.text
    default:
      return 'tokens' in token && token.tokens ? inner() : withCitations('text' in token ? token.text : token.raw)
  }
}

/** Opens only web pages and email addresses, only on click, and shows its host. */
function Link({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const address = linkAddress(href)
  if (!address) return <span title={`Not opened: ${href.slice(0, 200)}`}>{children}</span>
  return (
    <a
      href={address.href}
      title={address.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
      <span className="ml-1 inline-flex items-center gap-0.5 align-baseline text-(length:--smaller) text-muted">
        <ExternalLink aria-hidden size={10} />
        {address.host}
      </span>
    </a>
  )
}

/** Pictures are not loaded, because their server would learn when this was read. */
function Picture({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <span className="inline-flex items-center gap-1 rounded-sm bg-sunken px-1 text-sm text-muted">
      <ImageOff aria-hidden size={12} />
      <Link href={href}>{text || 'picture, not loaded'}</Link>
    </span>
  )
}
