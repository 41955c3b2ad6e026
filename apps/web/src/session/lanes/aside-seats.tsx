import { isAtWork } from '@convene/domain'
import { useMemo } from 'react'
import { ActivityWord } from '../../ui/activity-word.tsx'
import { Avatar, inColorOf } from '../../ui/avatar.tsx'
import { useActivity, useSpeaker, useView } from '../view/use-session.ts'
import { asideOf } from './rows.ts'

/** Lead and judge, who have no lane, with their activity. */
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
  const activity = useActivity(slug)
  return (
    <li style={inColorOf(speaker.color)} className="agent flex items-center gap-2 text-sm">
      <Avatar {...speaker} size="small" busy={isAtWork(activity)} />
      <span className="font-medium">{speaker.name}</span>
      <ActivityWord activity={activity} />
    </li>
  )
}
