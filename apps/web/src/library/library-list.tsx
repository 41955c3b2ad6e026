import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Section } from '../ui/screen.tsx'
import { neutral, oneLine } from '../ui/text/neutral.ts'
import { type Section as Place, sectionNames, sections } from './sections.ts'

/** A team or an agent in the list. */
export type LibraryItem = {
  readonly key: string
  readonly href: string
  readonly section: Place
  readonly name: string
  readonly description: string
  readonly picture: ReactNode
  readonly badges: ReactNode
}

/** An overridden one: greyed out, with the reason. */
export type HiddenItem = {
  readonly file: string
  readonly section: Place
  readonly name: string
  readonly reason: string
}

const hints: Readonly<Record<Place, string>> = {
  repo: 'Stored in this folder and shared with everyone who has it.',
  mine: 'Stored in your data folder and available in every workspace.',
  'built-in': 'To change one, open it and save it as yours.',
}

/** All items, grouped by source. */
export function LibraryList(props: {
  readonly items: readonly LibraryItem[]
  readonly hidden: readonly HiddenItem[]
  readonly nothing: string
}) {
  return sections.map((section) => {
    const items = props.items.filter((item) => item.section === section)
    const hidden = props.hidden.filter((item) => item.section === section)
    return (
      <Section key={section} title={sectionNames[section]} hint={hints[section]}>
        {items.length + hidden.length === 0 ? (
          <p className="rounded-md border border-dashed border-line-strong p-4 text-muted">{props.nothing}</p>
        ) : (
          <ul aria-label={sectionNames[section]} className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
            {items.map((item) => (
              <Item key={item.key} item={item} />
            ))}
            {hidden.map((item) => (
              <HiddenRow key={item.file} item={item} />
            ))}
          </ul>
        )}
      </Section>
    )
  })
}

function Item({ item }: { readonly item: LibraryItem }) {
  return (
    <li>
      <Link
        href={item.href}
        className="flex h-full gap-3 rounded-lg border border-line bg-surface p-3 transition-colors hover:border-line-strong hover:bg-hover"
      >
        {item.picture}
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="min-w-0 truncate font-medium">{oneLine(item.name)}</span>
            <span className="ml-auto flex shrink-0 gap-1">{item.badges}</span>
          </span>
          <span className="line-clamp-2 text-muted">{oneLine(item.description) || 'No description.'}</span>
        </span>
      </Link>
    </li>
  )
}

function HiddenRow({ item }: { readonly item: HiddenItem }) {
  return (
    <li className="rounded-lg border border-dashed border-line-strong p-3 text-muted">
      <span className="block font-medium">{oneLine(item.name)}</span>
      <span className="block">Not used: {oneLine(item.reason)}.</span>
      <span className="block truncate font-mono text-xs" title={neutral(item.file)}>
        {neutral(item.file)}
      </span>
    </li>
  )
}
