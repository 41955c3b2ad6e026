import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link } from 'wouter'
import { classes } from './theme/classes.ts'
import { Tip } from './tip.tsx'

type Tone = 'primary' | 'plain' | 'quiet' | 'danger'
type Native = ButtonHTMLAttributes<HTMLButtonElement> & { readonly ref?: Ref<HTMLButtonElement> }

const tones: Readonly<Record<Tone, string>> = {
  primary: 'bg-accent text-on-accent hover:brightness-110 shadow-raised',
  plain: 'bg-raised text-ink border border-line hover:border-line-strong hover:bg-hover shadow-raised',
  quiet: 'text-muted hover:text-ink hover:bg-hover',
  danger: 'bg-raised text-bad border border-line hover:border-bad hover:bg-bad-soft shadow-raised',
}

const base =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap select-none ' +
  'transition-colors disabled:opacity-50 disabled:pointer-events-none'

export function Button({
  tone = 'plain',
  icon: Icon,
  small,
  className,
  children,
  ...native
}: Native & { readonly tone?: Tone; readonly icon?: LucideIcon; readonly small?: boolean }) {
  return (
    <button type="button" {...native} className={classes(base, sizeOf(small), tones[tone], className)}>
      {Icon && <Icon aria-hidden size={small ? 14 : 16} strokeWidth={1.75} />}
      {children}
    </button>
  )
}

const sizeOf = (small = false): string =>
  small ? 'h-7 px-3 text-sm max-tablet:h-10' : 'h-8 px-3 text-base max-tablet:h-10'

/** A link styled as a primary button. */
export function LinkButton(props: {
  readonly href: string
  readonly tone?: Tone
  readonly icon?: LucideIcon
  readonly small?: boolean
  readonly children: ReactNode
}) {
  const { href, tone = 'plain', icon: Icon, small } = props
  return (
    <Link href={href} className={classes(base, sizeOf(small), tones[tone])}>
      {Icon && <Icon aria-hidden size={small ? 14 : 16} strokeWidth={1.75} />}
      {props.children}
    </Link>
  )
}

/** A small button keeps its size on a phone, but its touch target is 40 pixels wide. */
const SMALL = "relative size-5 max-tablet:after:absolute max-tablet:after:-inset-2.5 max-tablet:after:content-['']"

/** An icon-only button, named by its tooltip and for screen readers. */
export function IconButton({
  label,
  icon: Icon,
  keys,
  active,
  small,
  className,
  ...native
}: Native & {
  readonly label: string
  readonly icon: LucideIcon
  readonly keys?: string
  readonly active?: boolean
  readonly small?: boolean
}) {
  return (
    <Tip text={label} keys={keys}>
      <button
        type="button"
        aria-label={label}
        {...native}
        className={classes(
          base,
          small ? SMALL : 'size-8 max-tablet:size-10',
          active ? 'bg-hover text-ink' : tones.quiet,
          className,
        )}
      >
        <Icon aria-hidden size={small ? 12 : 16} strokeWidth={1.75} />
      </button>
    </Tip>
  )
}
