import { isUser, seatsUser, traitsOf } from '@convene/domain'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { isNewcomer } from '../examples/newcomer.ts'
import { ExampleOffer } from '../examples/offer.tsx'
import { useMay } from '../people/me.ts'
import { EmptyPage } from '../ui/empty.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { RailButton } from '../ui/rail-button.tsx'
import { ApproachCards } from './approach-cards.tsx'
import { type Draft, without } from './draft.ts'
import { Examples } from './examples.tsx'
import { FolderNotice, ModelNotice, TrustNotice } from './notices.tsx'
import { refusedFields } from './refused.ts'
import { StartForm } from './start-form.tsx'
import { TeamPreview } from './team-preview.tsx'
import { useStartForm } from './use-start-form.ts'

// Selects are heavy, and the first view does not need them.
const ChangeSeats = lazyComponent(() => import('./change-seats.tsx').then((module) => module.ChangeSeats))
// Few users have decisions to review. It fetches them itself, so nothing waits for it.
const DueReviews = lazyComponent(() => import('./due-reviews.tsx').then((module) => module.DueReviews))
const AdvancedOptions = lazyComponent(
  () => import('./advanced-options.tsx').then((module) => module.AdvancedOptions),
  () => <div aria-hidden className="h-10.5 rounded-md border border-line bg-surface" />,
)

/** The start page, or its replacement for users who may not start sessions. */
export function StartPage({ team = '' }: { readonly team?: string }) {
  return useMay('createSession') ? <Starting team={team} /> : <OnlyReading />
}

function OnlyReading() {
  return (
    <EmptyPage
      icon={Eye}
      title="You can read sessions here"
      text="Your role is viewer. To start runs, ask an admin of this space to make you a member."
    >
      <RailButton />
    </EmptyPage>
  )
}

/** The goal, the kind of result, who works, and the estimated time and cost. */
function Starting({ team }: { readonly team: string }) {
  const form = useStartForm(team)
  const { draft, change, preview } = form
  const refused = refusedFields(preview.refusal)
  const [isNew] = useState(isNewcomer)
  return (
    <main className="h-full overflow-y-auto">
      <PhoneHead />
      <div className="mx-auto flex w-full max-w-form flex-col gap-5 px-6 pt-[4vh] pb-12 max-laptop:pt-6 max-tablet:px-4">
        <Heading />
        {isNew && <ExampleOffer isLarge />}
        {/* Near the top, so that a newcomer without a model sees why the answers are only quotes. */}
        {isNew && <ModelNotice onConnected={preview.again} />}
        <TheForm form={form} />
        {!isNew && <ModelNotice onConnected={preview.again} />}
        <TrustNotice trust={form.trust} agents={form.agentTrust} onTrusted={form.trusted} />
        <FolderNotice why={preview.value?.noWorkspace} />
        {draft.goal.trim() === '' && !isNew && <ExampleOffer />}
        {draft.goal.trim() === '' && <Examples onPick={(goal) => fill(goal, change)} />}
        {draft.goal.trim() === '' && <DueReviews />}
        <AdvancedOptions
          draft={draft}
          mode={preview.mode}
          isOpen={Object.keys(refused).length > 0}
          errorOf={(key) => refused[key]}
          onChange={change}
        />
      </div>
    </main>
  )
}

function TheForm({ form }: { readonly form: ReturnType<typeof useStartForm> }) {
  const { draft, change, choice, preview, canStart, isStarting } = form
  return (
    <StartForm
      goal={draft.goal}
      attachments={form.attachments}
      canStart={canStart}
      onGoal={(goal) => change({ goal })}
      onStart={form.begin}
    >
      <ApproachCards
        chosen={choice.approach}
        because={choice.because}
        hint={draft.goal.trim() === '' ? 'Your goal preselects one. You can choose another.' : ''}
        onChoose={(approach) =>
          change({ approach, mode: '', team: '', agents: [], options: without(draft, 'protocol') })
        }
      />
      <TeamPreview
        preview={preview.value}
        refusal={preview.refusal}
        isLoading={preview.isLoading}
        isStarting={isStarting}
        canStart={canStart}
        ownSeat={seatsUser(preview.mode) ? (draft.userSeat ?? preview.value?.seats.some(isUser) ?? false) : null}
        onOwnSeat={(userSeat) => change({ userSeat })}
      >
        <ChangeSeats
          draft={draft}
          mode={preview.mode}
          team={choice.team ?? ''}
          seated={membersIn(preview.value)}
          isOld={preview.isLoading}
          trust={form.trust}
          onChange={change}
          onTrusted={form.trusted}
        />
      </TeamPreview>
    </StartForm>
  )
}

const PhoneHead = () => (
  <div className="sticky top-0 z-10 flex h-12 items-center gap-2 bg-canvas px-4 max-tablet:px-2 laptop:hidden">
    <RailButton />
    <img src="./icon.svg" alt="" className="size-5" />
    <span className="text-md font-semibold">Convene</span>
  </div>
)

const Heading = () => (
  <header className="flex flex-col gap-1">
    <h1 className="text-xl font-semibold tracking-tight">What should the team do?</h1>
    <p className="text-md text-muted">Agents debate, plan, build and review. You approve what touches your machine.</p>
  </header>
)

/** Fills in an example goal for the user to edit. Nothing starts. */
function fill(goal: string, change: (part: Partial<Draft>) => void): void {
  change({ goal })
  document.getElementById('goal')?.focus()
}

type Seats = { readonly mode: string; readonly seats: readonly { readonly slug: string; readonly seat: string }[] }

/** The members the user can swap. If there is an entry agent, it leads, and is one of them. */
function membersIn(preview: Seats | null): readonly string[] {
  const roles = ['member', 'agent', ...(traitsOf(preview?.mode ?? '').entry ? ['lead'] : [])]
  const seats = (preview?.seats ?? []).filter((seat) => roles.includes(seat.seat) && !isUser(seat))
  return seats.map(({ slug }) => slug)
}
