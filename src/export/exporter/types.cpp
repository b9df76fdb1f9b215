// Deduces the types of expressions, which some languages need: in JavaScript, the operator / divides without rounding.
#include "export/exporter/line.hpp"
#include "export/exporter/notation.hpp"

namespace exporter
{

namespace
{

class TypeDeducer
{
public:
    explicit TypeDeducer(Program& program)
        : program_{program}
    {
    }

    void deduce()
    {
        for (auto* const declarations : {&program_.constants, &program_.state})
            for (Declaration& d : *declarations) declare(d);
        for (Function& f : program_.helpers)
        {
            for (const Declaration& p : f.parameters) types_[p.name] = p.type;
            deduce(f.body);
        }
        types_["frame_ns"] = types_["refresh_ns"] = Type::whole;
        deduce(program_.plan);
    }

private:
    void declare(Declaration& d)
    {
        deduce(d.value);
        types_[d.name] = d.type;
    }

    // A local name is declared above its uses, and differs from all names outside of functions. So one table suffices.
    void deduce(std::vector<Statement>& statements)
    {
        for (Statement& s : statements)
        {
            deduce(s.target);
            deduce(s.value);
            if (s.kind == Statement::Kind::let || s.kind == Statement::Kind::var) declare(s.declaration);
            for (Declaration& d : s.fields) deduce(d.value);
            deduce(s.body);
            deduce(s.otherwise);
        }
    }

    void deduce(Expression& e)
    {
        for (Expression& part : e.parts) deduce(part);
        switch (e.kind)
        {
        case Expression::Kind::literal:
        case Expression::Kind::placeholder: break;
        case Expression::Kind::name:
        case Expression::Kind::index: e.type = type_of_name(e.text); break;
        case Expression::Kind::unary: e.type = e.parts[0].type; break;
        case Expression::Kind::binary:
            e.type = precedence_of(e.text) < precedence_of("+") ? Type::truth : e.parts[0].type;
            break;
        case Expression::Kind::call: e.type = type_of_call(e.text); break;
        }
    }

    Type type_of_name(const std::string& name) const
    {
        const auto found = types_.find(name);
        return found == types_.end() ? Type::none : found->second;
    }
    Type type_of_call(const std::string& function) const
    {
        if (function == "real") return Type::real;
        if (function == "single") return Type::single;
        if (function == "whole" || function == "min" || function == "max") return Type::whole;
        const Function* const helper = program_.find(function);
        return helper == nullptr ? Type::none : helper->result;
    }

    Program& program_;
    std::map<std::string, Type, std::less<>> types_;
};

} // namespace

void deduce_types(Program& program) { TypeDeducer{program}.deduce(); }

} // namespace exporter
