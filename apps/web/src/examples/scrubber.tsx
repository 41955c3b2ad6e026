import { Pause, Play, RotateCcw } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../ui/button.tsx'
import { Segments } from '../ui/segments.tsx'
import { playerText } from '../ui/text/times.ts'
import { type Player, STEP_MS, speeds } from './player.ts'

/** The browser's own track would be white in the dark theme. */
const track =
  'relative my-[5px] block h-1.5 w-full cursor-pointer appearance-none rounded-full ' +
  'bg-[linear-gradient(to_right,var(--accent)_var(--done),var(--line-strong)_var(--done))] ' +
  '[&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full ' +
  '[&::-webkit-slider-thumb]:bg-accent [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full ' +
  '[&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent'

/** Play and pause, position, and speed. */
export function Scrubber({ player }: { readonly player: Player }) {
  const { time, isPlaying, speed } = useStore(player)
  const { duration } = player.playback
  const isOver = time >= duration
  const button = isPlaying
    ? { label: 'Pause', icon: Pause, onClick: player.pause }
    : { label: isOver ? 'Play again' : 'Play', icon: isOver ? RotateCcw : Play, onClick: player.play }
  return (
    <section
      aria-label="Recording"
      className="flex shrink-0 items-center gap-3 border-t border-line bg-surface px-4 py-2 max-tablet:gap-2 max-tablet:px-2"
    >
      <IconButton {...button} />
      <div className="relative min-w-0 flex-1">
        <Marks player={player} />
        <input
          type="range"
          aria-label="Position in the recording"
          aria-valuetext={`${playerText(time)} of ${playerText(duration)}`}
          min={0}
          max={duration}
          step={STEP_MS}
          value={time}
          onChange={({ target }) => player.seek(Number(target.value))}
          style={{ '--done': `${(time / Math.max(1, duration)) * 100}%` } as CSSProperties}
          className={track}
        />
      </div>
      <span className="shrink-0 text-sm text-muted tabular-nums">
        {playerText(time)} / {playerText(duration)}
      </span>
      <div className="max-tablet:hidden">
        <Segments
          label="Speed"
          value={String(speed)}
          segments={speeds.map((each) => ({ value: String(each), label: `${each}×` }))}
          onChange={(value) => player.setSpeed(Number(value))}
        />
      </div>
    </section>
  )
}

/** A tick for each message, question and decision. */
function Marks({ player: { playback } }: { readonly player: Player }) {
  // Simultaneous marks share one tick, in the colour of the last.
  const ticks = [...new Map(playback.marks.map((mark) => [mark.time, mark])).values()]
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-2 -top-0.5 h-1">
      {ticks.map(({ time, kind }) => (
        <span
          key={time}
          className={kind === 'message' ? 'absolute h-1 w-px bg-line-strong' : 'absolute h-1 w-0.5 bg-accent'}
          style={{ left: `${(time / Math.max(1, playback.duration)) * 100}%` }}
        />
      ))}
    </div>
  )
}
