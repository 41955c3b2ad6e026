import { Badge } from '../ui/badge.tsx'
import { Notice } from '../ui/notice.tsx'
import { neutral } from '../ui/text/neutral.ts'
import { ReviewFiles } from '../workspace/review-files.tsx'
import { useTrust } from '../workspace/use-trust.ts'
import { type Listed, sectionOf } from './sections.ts'

const words: { readonly [source: string]: string } = {
  'built-in': 'Built-in and read-only. Saving creates your own version, which overrides it.',
  squad: 'Read from the Squad files in this repo. You can write it back to them, or save your own version.',
  user: 'Yours.',
  workspace: 'From this repo.',
}

/** The source of a team or an agent, what it overrides, and whether its repository is trusted. */
export function Origin({ kept, onTrusted }: { readonly kept: Listed; readonly onTrusted: () => void }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2 text-muted">
        {kept.source === 'squad' && <Badge tone="accent">Squad</Badge>}
        <span>{words[kept.source] ?? 'From a file. Saving creates your own version.'}</span>
        {kept.source !== 'built-in' && <span className="min-w-0 truncate font-mono text-sm">{neutral(kept.file)}</span>}
      </p>
      {kept.shadows.length > 0 && (
        <p className="text-sm text-muted">Overrides {kept.shadows.map(neutral).join(', ')}.</p>
      )}
      {sectionOf(kept.source) === 'repo' && <Untrusted onTrusted={onTrusted} />}
    </div>
  )
}

function Untrusted({ onTrusted }: { readonly onTrusted: () => void }) {
  const trust = useTrust()
  const trusted = () => {
    trust.again()
    onTrusted()
  }
  if (!trust.isWanted) return null
  const isChanged = trust.value?.state === 'changed'
  return (
    <Notice
      tone="warning"
      title={isChanged ? 'This repository has changed since you trusted it' : 'This repository is not trusted'}
      action={<ReviewFiles onTrusted={trusted} />}
    >
      Until you trust it, it cannot choose models or grant permissions.
    </Notice>
  )
}
