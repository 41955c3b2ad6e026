import { LEAVING } from '@convene/protocol'
import type { Bounds } from '../browser/bounds.ts'
import { hearScript } from '../window/page-script.ts'
import type { OpenWindow, Window, WindowOptions } from '../window/window.ts'
import type { WebviewModule } from './module.ts'
import { BLANK, type NativePage, openNativePage } from './native-page.ts'
import { addressOf } from './webview-origin.ts'

/** Each turn of the pump delivers the page's messages, so the delay must not be noticeable. */
const PUMP_MS = 8

type Settings = {
  /** Whether WebDriver may drive the page, for tests. */
  readonly automation?: boolean
}

/**
 * Shows the window in the system's own webview. It can be created once per process and dies with its last window, so a
 * closed window is only hidden and shown again when reopened.
 */
export function webviewWindow(module: WebviewModule, { automation = false }: Settings = {}): OpenWindow {
  let stage: NativePage | undefined
  return async (options) => {
    if (stage) stage.show(options)
    else stage = openNativePage(module, options, automation)
    return windowOn(stage, options)
  }
}

function windowOn(stage: NativePage, { mayClose }: WindowOptions): Window {
  const { application, native, webview } = stage
  const gone = Promise.withResolvers<void>()
  const close = () => {
    webview.loadUrl(BLANK)
    native.hide()
    // Release the page before pumping stops.
    setTimeout(() => {
      application.stop()
      gone.resolve()
    }, 10 * PUMP_MS)
  }
  stage.onClose = async () => {
    if (await mayClose()) close()
    else webview.evaluateScript(hearScript(LEAVING))
  }
  application.run({ interval: PUMP_MS })
  return {
    closed: gone.promise,
    go: async (path) => webview.loadUrl(addressOf(path)),
    raise: async () => {
      native.show()
      native.focus()
    },
    bounds: async () => boundsOf(stage),
    close: async () => {
      close()
      await gone.promise
    },
  }
}

function boundsOf({ native }: NativePage): Bounds | undefined {
  if (native.isMaximized()) return undefined
  const { x, y } = native.getPosition(true)
  return { ...native.getInnerSize(true), left: x, top: y }
}
