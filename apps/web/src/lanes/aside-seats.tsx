import { useMemo } from 'react'
import { Avatar } from '../parts/avatar.tsx'
import { useSpeaker, useView } from '../session/use-session.ts'
import { asideOf } from './rows.ts'

/** Those who lead and judge: they have no lane, and are seen here at work. */
export function AsideSeats() {
  const team = useView(({ session }) => session.run?.team)
  const aside = useMemo(() => asideOf(team), [team])
  return (
    <ul aria-label="Lead and judge" className="ml-auto flex shrink-0 gap-4 max-tablet:hidden">
      {aside.map((slug) => (
        <AsideSeat key={slug} slug={slug} />
      ))}
    </ul>
  )
}

function AsideSeat({ slug }: { readonly slug: string }) {
  const speaker = useSpeaker(slug)
  const status = useView((view) => view.agents[slug]?.status)
  const isBusy = status === 'thinking' || status === 'active'
  return (
    <li className="flex items-center gap-2 text-sm">
      <Avatar {...speaker} size="small" busy={isBusy} />
      <span className="font-medium">{speaker.name}</span>
      <span className="text-xs text-muted">{isBusy ? 'thinking' : speaker.role || 'idle'}</span>
    </li>
  )
}
