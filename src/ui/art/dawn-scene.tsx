import css from './dawn-scene.module.css'

const stars =
  'M70 42h.1M148 88h.1M212 30h.1M402 34h.1M468 70h.1M566 48h.1M604 112h.1M96 128h.1M330 58h.1'

/** A guidon on a hill before sunrise, and a small aeroplane on its way; decorative. */
export function DawnScene() {
  return (
    <svg
      viewBox="0 0 640 300"
      preserveAspectRatio="xMidYMax slice"
      className={css.scene}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="dawn-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={css.zenith} />
          <stop offset=".55" className={css.middle} />
          <stop offset=".85" className={css.horizon} />
        </linearGradient>
        <radialGradient id="dawn-glow">
          <stop offset="0" className={css.glow} />
          <stop offset="1" className={css.glow} stopOpacity="0" />
        </radialGradient>
      </defs>
      <path fill="url(#dawn-sky)" d="M0 0h640v300H0z" />
      <path className={css.stars} d={stars} />
      <circle cx="430" cy="212" r="150" fill="url(#dawn-glow)" />
      <circle cx="430" cy="206" r="40" className={css.sun} />
      <path
        className={css.far}
        d="M0 214c50-12 92-30 142-26 56 4 84 30 142 26 62-4 96-34 160-30 70 4 118 34 196 20v96H0z"
      />
      <path
        className={css.middleHill}
        d="M0 246c74-6 120-26 190-18 84 10 150 40 232 30 82-10 130-44 218-34v76H0z"
      />
      <path
        className={css.near}
        d="M0 300v-14c70-10 116-46 196-50 92-4 150 40 248 46 70 4 126-8 196-4v22z"
      />
      <path className={css.trail} d="M92 116c80-34 150-50 236-52" />
      <g
        className={css.plane}
        transform="translate(346 61) rotate(86) scale(1.5) translate(-10 -10)"
      >
        <path d="M10 1c.9 0 1.3 1.1 1.3 2.3v3.9l7 4v1.9l-7-2v3.9l2.1 1.7v1.4L10 17.3l-3.4.8v-1.4L8.7 15v-3.9l-7 2v-1.9l7-4V3.3C8.7 2.1 9.1 1 10 1z" />
      </g>
      <g transform="translate(186 126)">
        <path className={css.lance} d="M10 4v112" />
        <path className={css.tip} d="M10-10l4.5 8L10 6 5.5-2z" />
        <path className={css.flag} d="M11.5 9c19-8 40 8 76 0L70 29l17.5 20c-36 8-57-8-76 0z" />
        <path
          className={css.fold}
          d="M34 7.5C41 7.6 48 9.4 54.6 10.6v40C48 49.4 41 47.6 34 47.5z"
        />
      </g>
    </svg>
  )
}
