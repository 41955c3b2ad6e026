import { Fragment } from 'react'
import { withCitations } from './citation.tsx'

/** One line that formats only `code` and citations. Steps and notices are not documents: a `#` is not a heading. */
export function Coded({ text }: { readonly text: string }) {
  return text.split(/`{1,3}([^`]{1,200})`{1,3}/u).map((part, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by index
      <Fragment key={index}>{withCitations(part)}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by index
      <code key={index} className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-(length:--smaller) font-normal">
        {part}
      </code>
    ),
  )
}
