import type { Token, Tokens } from 'marked'
import { lazy, type ReactNode, Suspense } from 'react'
import { ScrollArea } from '../scroll-area.tsx'
import { classes } from '../theme/classes.ts'
import { CodeBlock } from './code-block.tsx'
import { Inline } from './inline.tsx'

const MathBlock = lazy(() => import('./math-block.tsx').then(({ MathBlock }) => ({ default: MathBlock })))
const MermaidBlock = lazy(() => import('./mermaid-block.tsx').then(({ MermaidBlock }) => ({ default: MermaidBlock })))

/** Nobody nests deeper, except in an attack. */
const DEEPEST = 8

type Props = {
  readonly token: Token
  readonly live: boolean
  readonly depth: number
  /** For a heading: its depth under the headings above. */
  readonly rank?: number | undefined
}

/** One block: heading, paragraph, list, table, code, formula or diagram. */
export function BlockView({ token, live, depth, rank }: Props): ReactNode {
  if (depth > DEEPEST) return <p className="whitespace-pre-wrap">{token.raw}</p>
  switch (token.type) {
    case 'heading':
      return <Heading token={token as Tokens.Heading} rank={rank} />
    case 'paragraph':
      return <Paragraph token={token as Tokens.Paragraph} live={live} />
    case 'code':
      return <Code token={token as Tokens.Code} live={live} />
    case 'list':
      return <List token={token as Tokens.List} live={live} depth={depth} />
    case 'blockquote':
      return <Quote token={token as Tokens.Blockquote} live={live} depth={depth} />
    case 'table':
      return <Table token={token as Tokens.Table} />
    case 'footnote':
      return (
        <p className="text-sm text-muted">
          <sup className="mr-1 text-xs">{token.text}</sup>
          <Inline tokens={token.tokens ?? []} />
        </p>
      )
    case 'hr':
      return <hr className="border-line" />
    case 'space':
    case 'def':
      return null
    case 'html':
      return (
        <pre className="overflow-x-auto font-mono text-sm whitespace-pre-wrap text-muted">{token.raw.trimEnd()}</pre>
      )
    default:
      return (
        <p className="whitespace-pre-wrap">
          {'tokens' in token && token.tokens ? <Inline tokens={token.tokens} /> : token.raw}
        </p>
      )
  }
}

/** Message headings come below the page's own. Headings in lists and quotes are not part of the outline. */
const tags = ['h3', 'h4', 'h5', 'h6'] as const

function Heading({ token, rank }: { readonly token: Tokens.Heading; readonly rank: number | undefined }) {
  const Tag = rank === undefined ? 'p' : (tags[rank] ?? 'h6')
  const sizes = ['text-lg', 'text-md', '', '', '', '']
  return (
    <Tag className={classes('pt-1 font-semibold', sizes[token.depth - 1])}>
      <Inline tokens={token.tokens} />
    </Tag>
  )
}

function Paragraph({ token, live }: { readonly token: Tokens.Paragraph; readonly live: boolean }) {
  const formula = /^\s*\$\$([\s\S]+)\$\$\s*$/u.exec(token.raw)?.[1]
  if (formula && !live)
    return (
      <Lazy text={token.raw}>
        <MathBlock text={formula} />
      </Lazy>
    )
  return (
    <p>
      <Inline tokens={token.tokens} />
    </p>
  )
}

const mathNames = ['math', 'latex', 'tex', 'katex']

function Code({ token, live }: { readonly token: Tokens.Code; readonly live: boolean }) {
  const language = /^[\w+#-]{1,24}/u.exec(token.lang ?? '')?.[0].toLowerCase() ?? ''
  const plain = <CodeBlock text={token.text} language={language} live={live} />
  if (live || token.text.length > 20_000) return plain
  const Drawn = language === 'mermaid' ? MermaidBlock : mathNames.includes(language) ? MathBlock : null
  if (Drawn)
    return (
      <Lazy text={token.text}>
        <Drawn text={token.text} />
      </Lazy>
    )
  return plain
}

function Lazy({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return <Suspense fallback={<CodeBlock text={text} language="" live />}>{children}</Suspense>
}

type Nested<T> = { readonly token: T; readonly live: boolean; readonly depth: number }

function List({ token, live, depth }: Nested<Tokens.List>) {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items are identified by index
    <Item key={index} token={item} live={live} depth={depth} />
  ))
  const look = 'flex flex-col gap-1 pl-5 marker:text-muted'
  if (!token.ordered) return <ul className={classes(look, 'list-disc')}>{items}</ul>
  return (
    <ol start={token.start === '' ? undefined : token.start} className={classes(look, 'numeric list-decimal')}>
      {items}
    </ol>
  )
}

function Item({ token: item, live, depth }: Nested<Tokens.ListItem>) {
  return (
    <li className={classes('pl-1', item.task && 'list-none')}>
      {item.task && (
        <span role="img" aria-label={item.checked ? 'done' : 'open'} className="mr-2 -ml-5 text-muted">
          {item.checked ? '☑' : '☐'}
        </span>
      )}
      {item.tokens.map((token, index) =>
        token.type === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified by index
          <span key={index}>{'tokens' in token && token.tokens ? <Inline tokens={token.tokens} /> : token.raw}</span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified by index
          <div key={index} className="mt-1">
            <BlockView token={token} live={live} depth={depth + 1} />
          </div>
        ),
      )}
    </li>
  )
}

function Quote({ token, live, depth }: Nested<Tokens.Blockquote>) {
  return (
    <blockquote className="flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-muted">
      {token.tokens.map((inner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified by index
        <BlockView key={index} token={inner} live={live} depth={depth + 1} />
      ))}
    </blockquote>
  )
}

function Table({ token }: { readonly token: Tokens.Table }) {
  return (
    <ScrollArea label="Table" className="scroll-edges overflow-x-auto rounded-md border border-line">
      <table className="w-full border-collapse text-sm">
        <thead className="bg-sunken">
          <tr>
            {token.header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by column
              <Cell key={index} cell={cell} head />
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by index
            <tr key={index} className="border-t border-line">
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by column
                <Cell key={column} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

const aligns = { left: 'text-left', right: 'text-right', center: 'text-center' } as const

function Cell({ cell, head }: { readonly cell: Tokens.TableCell; readonly head?: boolean }) {
  const look = classes('min-w-[8ch] px-3 py-1.5 align-top wrap-break-word', aligns[cell.align ?? 'left'])
  if (head)
    return (
      <th scope="col" className={classes(look, 'font-medium')}>
        <Inline tokens={cell.tokens} />
      </th>
    )
  return (
    <td className={look}>
      <Inline tokens={cell.tokens} />
    </td>
  )
}
