import type { LucideIcon } from 'lucide-react';

interface IconProps {
  of: LucideIcon;
  size?: number;
  filled?: boolean;
}

/** One stroke and size for the whole set; the control around it carries the name. */
export function Icon({ of: Shape, size = 24, filled = false }: IconProps) {
  return (
    <Shape
      size={size}
      strokeWidth={1.75}
      fill={filled ? 'currentColor' : 'none'}
      aria-hidden
      focusable={false}
    />
  );
}
