import { useState } from 'react'
import { useClient } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { neutral } from '../text/neutral.ts'
import { useWorkspace } from '../workspace/place.ts'
import { TrustDialog } from '../workspace/trust-dialog.tsx'
import { type Listed, sectionOf } from './sections.ts'

const words: { readonly [source: string]: string } = {
  'built-in': 'Built-in: it cannot be changed. Saving makes one of yours, which takes its place.',
  squad:
    'It is read from the Squad files of this repo. You can write it back to them, or save one of yours beside them.',
  user: 'Yours.',
  workspace: 'Of this repo.',
}

/** Where a team or an agent comes from, what it hides, and whether its repository is trusted. */
export function Origin({ kept, onTrusted }: { readonly kept: Listed; readonly onTrusted: () => void }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2 text-muted">
        {kept.source === 'squad' && <Badge tone="accent">Squad</Badge>}
        <span>{words[kept.source] ?? 'From a file. Saving makes one of yours.'}</span>
        {kept.source !== 'built-in' && <span className="min-w-0 truncate font-mono text-sm">{neutral(kept.file)}</span>}
      </p>
      {kept.shadows.length > 0 && (
        <p className="text-sm text-muted">It takes the place of {kept.shadows.map(neutral).join(', ')}.</p>
      )}
      {sectionOf(kept.source) === 'repo' && <Untrusted onTrusted={onTrusted} />}
    </div>
  )
}

function Untrusted({ onTrusted }: { readonly onTrusted: () => void }) {
  const client = useClient()
  const place = useWorkspace()
  const [isAsked, setAsked] = useState(false)
  const trust = useAsked(() => client.trust(place), place.workspace)
  const state = trust.value?.state
  const trusted = () => {
    setAsked(false)
    trust.again()
    onTrusted()
  }
  if (state !== 'untrusted' && state !== 'changed') return null
  return (
    <>
      <Notice
        tone="warning"
        title={
          state === 'changed' ? 'This repository has changed since you trusted it' : 'This repository is not trusted'
        }
        action={<Button onClick={() => setAsked(true)}>Look at its files</Button>}
      >
        Until then it chooses no models and gives no permissions.
      </Notice>
      {isAsked && <TrustDialog onClose={() => setAsked(false)} onTrusted={trusted} />}
    </>
  )
}
