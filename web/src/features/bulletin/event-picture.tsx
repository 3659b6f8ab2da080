interface EventPictureProps {
  title: string;
  className: string | undefined;
}

/** Returns one of 360 hues, always the same for a text. */
function readHue(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return sum;
}

/** Renders a garland over hills in the title's colour, for an event without a picture. */
export function EventPicture({ title, className }: EventPictureProps) {
  const hue = readHue(title);
  const [main, other] = [`hsl(${hue} 65% 55%)`, `hsl(${hue + 60} 65% 55%)`];
  return (
    // Translucent, so it is as light or dark as the page.
    <svg className={className} viewBox="0 0 84 42" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <path fill={main} opacity=".2" d="M0 0h84v42H0z" />
      <circle fill={other} opacity=".45" cx={26 + (hue % 33)} cy="20" r="7" />
      <path fill={main} opacity=".4" d="M0 42V34q21-9 42-2t42-4v14z" />
      <path fill={main} opacity=".5" d="M0 42v-4q28-6 50-1t34-3v8z" />
      <path fill="none" stroke={main} d="M0 3q21 8 42 4t42-4" />
      <path fill={main} d="m6 5 6 1.5-4 5zm24 3 6 .2-3 5.5zm24-2.8 6-.7-2 5.6z" />
      <path fill={other} d="m18 7 6 1-3.5 5.5zm24-.2 6-.8-2 5.7zm24-2.7 6 .1-3 5.4z" />
    </svg>
  );
}
