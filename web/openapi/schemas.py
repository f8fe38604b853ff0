"""Make JSON Schema of what is answered and sent, for Litestar's description of the API.

Litestar's own plugin for structs loses limits, fields that may be missing, unions with a
word that says which, and rows that are lists. This one reads what msgspec knows of a
struct, and says it in the words of JSON Schema that generators of clients know.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache, reduce
from inspect import cleandoc
from operator import or_
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from litestar.openapi.spec import Discriminator, Reference, Schema
from litestar.openapi.spec.enums import OpenAPIFormat, OpenAPIType
from litestar.params import BodyKwarg
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition
from msgspec import inspect

from ledger.changes import GameChange, HeaderChange
from ledger.documents import AnyDocument, Details, GameIn
from ledger.reported import Reported
from messages.answer import UNSET, Answer, UnsetType
from messages.fields import answer_words, document_words, keys_of
from rulebooks import LISTS, structs_derived_from
from rulebooks.sheets import ExplainedEntry, SheetGame

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator

Json = dict[str, Any]  # a piece of the description
Kind = type[msgspec.Struct]
Made = Schema | Reference
DOCUMENT = "Document"  # the body of a request, and before the names of its parts
PLACE = "#/components/schemas/{name}"
A_DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
# such a part is always the class itself or one of those that say more
SEVERAL = (ExplainedEntry, SheetGame)
# as which kind of document a part of one is told
KIND_OF_PART: dict[Kind, str] = {
    Details: "player",
    GameIn: "game",
    GameChange: "game",
    HeaderChange: "tournament",
    Reported: "reported",
}
NULL = Schema(type=OpenAPIType.NULL)
FOLLOWING = Schema(
    any_of=[Schema(type=OpenAPIType.STRING), NULL],
    description="asked in parts: the address of the rows behind, or null",
)
TOTAL = Schema(
    any_of=[Schema(type=OpenAPIType.INTEGER), NULL],
    description=(
        "asked in parts: how many rows there are in all; null where nobody counted"
    ),
)


class StructSchemas(OpenAPISchemaPlugin):
    """Makes the schemas of structs. `in_parts`: the answers whose rows may be asked for
    in parts.
    """

    def __init__(self, in_parts: Collection[Kind] = ()) -> None:
        self._in_parts = in_parts

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        return _is_struct(field_definition.annotation) or _is_named(field_definition)

    def to_openapi_schema(
        self, field_definition: FieldDefinition, schema_creator: "SchemaCreator"
    ) -> Schema:
        # a body is read by us and not by Litestar, which never hears of it: it is
        # described with the first answer
        _document(schema_creator)
        kind: Kind = field_definition.annotation

        if _is_named(field_definition):
            kinds = sorted(get_args(kind), key=_name_of)
            kind = as_one(_name(field_definition), tuple(kinds))

        answers = _Answers(schema_creator)
        schema = answers.component(kind, field_definition)

        if kind in self._in_parts:
            assert schema.properties is not None
            schema.properties |= {"next": FOLLOWING, "total": TOTAL}

        return schema


def described_as(name: str) -> BodyKwarg:
    """Name the one kind of answer that several are described as:
    `Response[Annotated[Submitted | FileSubmitted, described_as("DraftSubmitted")]]`.
    """
    return BodyKwarg(schema_component_key=name)


def _name(field: FieldDefinition) -> str:
    """Return the name that a field was given by `described_as`; empty without one."""
    stated = field.kwarg_definition
    return (stated.schema_component_key or "") if isinstance(stated, BodyKwarg) else ""


def _is_named(field: FieldDefinition) -> bool:
    """Tell whether a field is several kinds of answer that are described as one."""
    return _name(field) != "" and field.is_union


def _name_of(kind: Kind) -> str:
    return kind.__name__


def _document(creator: "SchemaCreator") -> None:
    """Describe the documents, each by its kind."""
    field = FieldDefinition.from_annotation(
        AnyDocument, kwarg_definition=BodyKwarg(schema_component_key=DOCUMENT)
    )
    registry = creator.schema_registry
    if registry.get_reference_for_field_definition(field) is not None:
        return

    schema = registry.get_schema_for_field_definition(field)
    registry.get_reference_for_field_definition(field)
    union = _Documents(creator).schema_of(inspect.type_info(AnyDocument))
    assert isinstance(union, Schema)
    schema.title, schema.one_of = DOCUMENT, union.one_of
    schema.discriminator = union.discriminator
    schema.description = "What is recorded: its kind says which fields it has."


class _Walk:
    """Goes through a type as msgspec sees it, and makes its schema."""

    def __init__(self, creator: "SchemaCreator") -> None:
        self._registry = creator.schema_registry

    def field_of(self, kind: Kind) -> FieldDefinition:
        """Return the field by which Litestar's registry knows a struct."""
        return FieldDefinition.from_annotation(kind)

    def words_of(self, kind: Kind, field: inspect.Field) -> str:
        """Return what a field of a struct means, for its description; empty if not
        known.
        """
        raise NotImplementedError

    def is_required(self, field: inspect.Field) -> bool:
        """Tell whether a field of an object is always there."""
        raise NotImplementedError

    def component(self, kind: Kind, field: FieldDefinition | None = None) -> Schema:
        """Describe a struct under its own name, or that of a field."""
        field = self.field_of(kind) if field is None else field
        schema = self._registry.get_schema_for_field_definition(field)
        if schema.properties is None:
            schema.properties = {}  # it may hold itself
            self._fill(schema, kind)
        return schema

    def reference(self, kind: Kind) -> Reference:
        """Return where a struct is described; it is described now if it was not yet."""
        self.component(kind)
        made = self._registry.get_reference_for_field_definition(self.field_of(kind))
        assert made is not None
        return made

    def schema_of(self, kind: inspect.Type) -> Made:
        """Return the schema of a type as msgspec sees it; a struct becomes a reference.

        `NotImplementedError`: a type that no answer and no document had so far.
        """
        match kind:
            case inspect.Metadata(type=inner, extra_json_schema=stated):
                return _with_stated(self.schema_of(inner), stated or {})
            case inspect.StructType(cls=cls, array_like=True):
                return self._row(cls, kind.fields)
            case inspect.StructType(cls=cls):
                return self.reference(one_struct_of(cls))
            case inspect.UnionType(types=types):
                return self._union(types)
            case inspect.VarTupleType() | inspect.ListType() | inspect.SetType():
                return Schema(
                    type=OpenAPIType.ARRAY,
                    items=self.schema_of(kind.item_type),
                    min_items=kind.min_length,
                    max_items=kind.max_length,
                )
            case inspect.TupleType(item_types=types):
                return self._places(types, len(types))
            case inspect.DictType(value_type=value):
                return Schema(
                    type=OpenAPIType.OBJECT, additional_properties=self._value(value)
                )
            case inspect.LiteralType(values=values):
                numbers = all(isinstance(value, int) for value in values)
                return Schema(
                    type=OpenAPIType.INTEGER if numbers else OpenAPIType.STRING,
                    enum=list(values),
                )
            case inspect.EnumType(cls=cls):
                return Schema(type=OpenAPIType.STRING, enum=[one.value for one in cls])
            case inspect.CustomType(cls=cls) if issubclass(cls, str):
                return Schema(type=OpenAPIType.STRING)  # a message
            case inspect.StrType():
                return _text(kind)
            case inspect.IntType() | inspect.FloatType():
                return _number(kind)
            case inspect.BoolType():
                return Schema(type=OpenAPIType.BOOLEAN)
            case inspect.NoneType():
                return Schema(type=OpenAPIType.NULL)
            case inspect.AnyType():
                return Schema()

        raise NotImplementedError(f"no schema for {kind}")

    def _fill(self, schema: Schema, kind: Kind) -> None:
        """Fill a schema with what a struct holds: its fields, their words, which are
        needed.
        """
        described = inspect.type_info(kind)
        assert isinstance(described, inspect.StructType)
        properties: dict[str, Made] = {}
        required = []

        if described.tag_field is not None:
            properties[described.tag_field] = Schema(
                type=OpenAPIType.STRING, enum=[described.tag]
            )
            required.append(described.tag_field)

        for field in described.fields:
            made = _never_null_alone(self.schema_of(field.type))
            _describe(made, self.words_of(kind, field))
            properties[field.encode_name] = made
            if self.is_required(field):
                required.append(field.encode_name)

        schema.title, schema.type = kind.__name__, OpenAPIType.OBJECT
        schema.description = _docstring(kind)
        assert schema.properties is not None
        schema.properties.update(properties)
        schema.required = required or None

        if described.forbid_unknown_fields:
            # the same as additionalProperties: false, over which openapi-generator
            # stumbles
            schema.property_names = Schema(enum=list(properties))

    def _union(self, types: Sequence[inspect.Type]) -> Made:
        """Describe a choice of types: by the word in each, else as any of them.

        Ways that look the same are told once, and a single way stands for itself.
        """
        if all(_is_tagged(part) for part in types):
            return self._by_word(types)

        different: list[Made] = []
        for part in _without_whole_numbers(types):
            way = self.schema_of(part)
            if way not in different:
                different.append(way)

        if len(different) == 1:
            return different[0]

        return Schema(any_of=different)

    def _by_word(self, types: Sequence[inspect.Type]) -> Schema:
        """Describe structs of which a word in each says which it is."""
        ways = []
        mapping = {}
        name = ""

        for part in types:
            assert isinstance(part, inspect.StructType) and part.tag_field is not None
            ways.append(self.reference(part.cls))
            name = part.tag_field  # the same one in all of them
            mapping[str(part.tag)] = PLACE.format(name=self.name_of(part.cls))

        return Schema(one_of=ways, discriminator=Discriminator(name, mapping))

    def name_of(self, kind: Kind) -> str:
        """Return the name under which a struct is described."""
        return kind.__name__

    def _row(self, kind: Kind, fields: Sequence[inspect.Field]) -> Schema:
        """Describe a row that is a list: where it stands, for openapi-generator makes
        no type of it.
        """
        needed = [field for field in fields if field.required]
        schema = self._places([field.type for field in fields], len(needed))
        schema.description = _docstring(kind)
        return schema

    def _places(self, types: Sequence[inspect.Type], least: int) -> Schema:
        """Describe a list whose places have schemas of their own, as one of each:
        openapi-generator knows no places.
        """
        ways: list[Made] = []
        for part in types:
            for one in part.types if isinstance(part, inspect.UnionType) else (part,):
                made = self.schema_of(one)
                if made not in ways:
                    ways.append(made)

        return Schema(
            type=OpenAPIType.ARRAY,
            items=ways[0] if len(ways) == 1 else Schema(any_of=ways),
            min_items=least,
            max_items=len(types),
        )

    def _value(self, value: inspect.Type) -> Made:
        """Describe a value of an object; whole where it may be null, for
        openapi-generator follows no reference there.
        """
        if not isinstance(value, inspect.UnionType):
            return self.schema_of(value)

        ways: list[Made] = []
        for part in value.types:
            if isinstance(part, inspect.StructType):
                schema = Schema(properties={})
                self._fill(schema, part.cls)
                ways.append(schema)
            else:
                ways.append(self.schema_of(part))

        return Schema(any_of=ways)


class _Answers(_Walk):
    """What the service says. A field is always there, unless it may be UNSET."""

    def words_of(self, kind: Kind, field: inspect.Field) -> str:
        """Return what a field of an answer means; empty where nothing is said of it."""
        if not issubclass(kind, Answer):
            return ""
        words = answer_words()
        for one in MADE_OF.get(kind, (kind,)):
            for key in keys_of(one, field.encode_name):
                if key in words:
                    return words[key]
        return ""

    def is_required(self, field: inspect.Field) -> bool:
        stated = field.default, field.default_factory
        # of UNSET msgspec says that there is no default
        return field.required or stated != (msgspec.NODEFAULT, msgspec.NODEFAULT)


class _Documents(_Walk):
    """What is sent, under names of its own. What may be left out says so, with its
    default in words: some generators take a field with a default for one that is always
    there.
    """

    def field_of(self, kind: Kind) -> FieldDefinition:
        return FieldDefinition.from_annotation(
            kind, kwarg_definition=BodyKwarg(schema_component_key=self.name_of(kind))
        )

    def name_of(self, kind: Kind) -> str:
        return f"{DOCUMENT}{kind.__name__}"

    def _fill(self, schema: Schema, kind: Kind) -> None:
        super()._fill(schema, kind)
        schema.title = self.name_of(kind)

    def words_of(self, kind: Kind, field: inspect.Field) -> str:
        """Return what a field of a document means, with its default if it has one.

        Words for the field of this kind come before words for fields of that name.
        """
        words = document_words()
        name = field.encode_name
        document_kind = KIND_OF_PART.get(kind, kind.__struct_config__.tag)
        meaning = words.get(f"{document_kind}.{name}", words.get(name, ""))

        if field.default in (msgspec.NODEFAULT, UNSET, None, ()):
            return meaning

        default = msgspec.json.encode(field.default).decode()
        return f"{meaning}. Default: {default}"

    def is_required(self, field: inspect.Field) -> bool:
        return field.required


MADE_OF: dict[Kind, tuple[Kind, ...]] = {}  # what a struct below was made of


@cache
def one_struct_of(kind: Kind) -> Kind:
    """Return the struct that describes a part which comes in several kinds; any other
    as it is.
    """
    if kind not in SEVERAL:
        return kind
    return as_one(kind.__name__, (kind, *structs_derived_from(kind)))


@cache
def as_one(name: str, kinds: tuple[Kind, ...]) -> Kind:
    """Make a struct that describes several: a field that not all of them have may be
    missing, and one that differs is as in any of them.

    Clients that are made from a description take "one of these objects" for all of them
    at once, and stumble over what is missing.
    """
    fields: list[Any] = []
    for outside, own in _fields_of(kinds).items():
        types = list(dict.fromkeys(field.type for field in own))

        # parts that differ are described as one part, in the same way
        if len(types) > 1 and all(_is_struct(one) for one in types):
            types = [as_one(f"{name}{outside.title()}", tuple(types))]

        is_in_all = len(own) == len(kinds)
        if is_in_all and all(one.default is not UNSET for one in own):
            kind = reduce(or_, types)
            default: Any = msgspec.NODEFAULT
        else:
            kind = reduce(or_, [*types, UnsetType])
            default = UNSET

        fields.append((own[0].name, kind, msgspec.field(default=default, name=outside)))

    words = dict.fromkeys(_docstring(kind) for kind in kinds)
    made = msgspec.defstruct(
        name,
        fields,
        bases=(Answer,),
        namespace={"__doc__": " ".join(one for one in words if one)},
        frozen=True,
        kw_only=True,
    )

    MADE_OF[made] = kinds
    return made


def _fields_of(kinds: Sequence[Kind]) -> dict[str, list[msgspec.structs.FieldInfo]]:
    """Return the fields of several structs by their names outside, each with all that
    the structs say of it.
    """
    fields: dict[str, list[msgspec.structs.FieldInfo]] = {}
    for kind in kinds:
        for field in msgspec.structs.fields(kind):
            of_this_name = fields.setdefault(field.encode_name, [])
            of_this_name.append(field)
    return fields


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _is_tagged(part: inspect.Type) -> bool:
    """Tell whether a type is a struct that says in a word of its own which one it is."""
    return isinstance(part, inspect.StructType) and part.tag_field is not None


def _docstring(kind: Kind) -> str | None:
    """Return what a struct says of itself, without its indentation; None if nothing."""
    return cleandoc(kind.__doc__) if kind.__doc__ else None


def _describe(made: Made, words: str) -> None:
    """Put what a field means before what its type says of itself."""
    if made.description and words:
        made.description = f"{words} ({made.description})"
    elif words:
        made.description = words


def _never_null_alone(made: Made) -> Made:
    """Give a field that is always null a type that generators have."""
    if isinstance(made, Schema) and made.type is OpenAPIType.NULL:
        return Schema(type=[OpenAPIType.STRING, OpenAPIType.NULL])
    return made


def _without_whole_numbers(types: Sequence[inspect.Type]) -> Iterator[inspect.Type]:
    """Leave "a whole number" out of "a whole number or a number", which says the
    same.
    """
    has_numbers = any(isinstance(_bare_type(part), inspect.FloatType) for part in types)
    for part in types:
        is_whole = isinstance(_bare_type(part), inspect.IntType)
        if not (has_numbers and is_whole):
            yield part


def _bare_type(kind: inspect.Type) -> inspect.Type:
    """Return a type without what stands around it: its description, its examples."""
    if isinstance(kind, inspect.Metadata):
        return kind.type
    return kind


def _with_stated(made: Made, stated: Json) -> Made:
    """Add what a type says of itself.

    A name of a list gets all names there are, since msgspec does not know them.
    """
    if stated.get("format") == "list":
        return Schema(type=OpenAPIType.STRING, enum=sorted(LISTS))

    made.description = stated.get("description", made.description)

    if isinstance(made, Schema):
        made.format = stated.get("format", made.format)
        made.enum = stated.get("enum", made.enum)
        made.min_length = stated.get("minLength", made.min_length)
        made.max_length = stated.get("maxLength", made.max_length)

    return made


def _text(kind: inspect.StrType) -> Schema:
    """Describe a text with its limits; one whose pattern is that of a day is a date."""
    pattern = None if kind.pattern is None else for_javascript(kind.pattern)
    return Schema(
        type=OpenAPIType.STRING,
        min_length=kind.min_length,
        max_length=kind.max_length,
        pattern=pattern,
        format=OpenAPIFormat.DATE if pattern == A_DAY else None,
    )


def _number(kind: inspect.IntType | inspect.FloatType) -> Schema:
    """Describe a number with its limits; the exclusive ones have fields of their own."""
    whole = isinstance(kind, inspect.IntType)

    return Schema(
        type=OpenAPIType.INTEGER if whole else OpenAPIType.NUMBER,
        minimum=kind.ge,
        exclusive_minimum=kind.gt,
        maximum=kind.le,
        exclusive_maximum=kind.lt,
        multiple_of=kind.multiple_of,
    )


def for_javascript(pattern: str) -> str:
    """Return a pattern as JSON Schema writes it:

    \\A[0-9]+\\Z    ^[0-9]+$
    """
    return pattern.replace(r"\A", "^").replace(r"\Z", "$")
