import Browser

extension Page {
    /// What is wrong with the layout as it stands on the screen: parts beyond its sides, controls that others cover, cut or lie over, text that is
    /// cut without a sign, targets too small for a finger.
    func layoutFaults() async throws -> [String] { try await evaluate(Self.faults) }

    private static let faults = """
        (() => {
          const faults = []
          const name = element => element.tagName.toLowerCase() + ' “'
            + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) + '”' + (element.id ? ' #' + element.id : '')
          const isShown = element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
            && !element.closest('.unseen, .skip, [inert]')
          const page = document.scrollingElement
          if (page.scrollWidth > innerWidth) faults.push(`the page is ${page.scrollWidth} wide on a screen of ${innerWidth}`)
          // In the gallery its parts scroll, not the page.
          if (document.getElementById('timeline') && page.scrollHeight > innerHeight + 1) faults.push(`the page itself is ${page.scrollHeight} high on a screen of ${innerHeight}`)
          const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
          const isViewing = document.getElementById('viewer')?.hidden === false
          // A menu lies over what it is about.
          const menu = document.querySelector('[role=menu]')
          const root = menu ?? dialog ?? (isViewing ? document.getElementById('viewer') : document.body)
          const kinds = 'button, input, select, a[href], [role=treeitem], [role=slider], [role=menuitem]'
          const controls = [...root.querySelectorAll(kinds)].filter(isShown)
          const boxes = controls.map(element => element.getBoundingClientRect())
          controls.forEach((element, index) => {
            const box = boxes[index]
            if (box.bottom <= 0 || box.top >= innerHeight) return
            const x = (box.left + box.right) / 2, y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2
            // In a list that scrolls, what is under its edge is nobody's fault.
            const clips = []
            for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
              if (getComputedStyle(at).overflowX !== 'visible') clips.push(at.getBoundingClientRect())
            }
            if (clips.some(clip => y < clip.top || y > clip.bottom || box.left < clip.left - 1 || box.right > clip.right + 1)) return
            if (box.left < -0.5 || box.right > innerWidth + 0.5) {
              faults.push(`${name(element)} reaches beyond the side: ${box.left} to ${box.right} of ${innerWidth}`)
              return
            }
            const top = document.elementFromPoint(x, y)
            const isMine = top && (element.contains(top) || top.contains(element) || top.closest('label')?.control === element)
            // A message may lie over anything: it goes by itself, or by its button. Cards scroll below the buttons of the size, as photos do.
            const isBelow = element.closest('.cards') !== null && top?.closest('.zoom')
            if (top && !isMine && !top.closest('#toasts') && !isBelow) {
              faults.push(`${name(element)} is covered by ${name(top)} at ${Math.round(x)},${Math.round(y)}`)
            }
            if (matchMedia('(pointer: coarse)').matches && Math.min(box.width, box.height) < 24) {
              faults.push(`${name(element)} is ${Math.round(box.width)} by ${Math.round(box.height)}: too small for a finger`)
            }
            for (let other = index + 1; other < controls.length; other++) {
              if (element.contains(controls[other]) || controls[other].contains(element)) continue
              const a = box, b = boxes[other]
              const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
              const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
              // Cells hold controls of their own, and so does the search field.
              const isCell = [element, controls[other]].some(one => one.closest('[role=grid], .cards')) || element.closest('[role=search]') !== null
              if (width > 1 && height > 1 && !isCell) faults.push(`${name(element)} and ${name(controls[other])} overlap`)
            }
          })
          for (const element of root.querySelectorAll('h1, h2, h3, p, dt, dd, span, button, label, td, th')) {
            if (!isShown(element) || element.children.length > 0 || !element.textContent.trim()) continue
            const style = getComputedStyle(element), box = element.getBoundingClientRect()
            if (box.width === 0 || box.bottom < 0 || box.top > innerHeight) continue
            const isCut = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
            if (isCut && style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis') {
              faults.push(`the text of ${name(element)} is cut`)
            }
          }
          return [...new Set(faults)]
        })()
        """
}
